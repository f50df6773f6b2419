import { createContext } from 'react'
import { createActor } from 'xstate'

import {
  type FileInspectionActor,
  fileInspectionMachine,
} from '../../../../machines/wizard/board/file-inspection.machine'
import { onceFor } from '../../../../machines/wizard/rows/net-rules'
import { NetSearch } from '../../../formats/nets/net-search'

/**
 * Provides the actor that holds the nets of the selected layout. Fields select only what they need, so that loading
 * tens of thousands of nets does not re-render them.
 */
export const LayoutNetsContext = createContext<FileInspectionActor>(createActor(fileInspectionMachine))

/** The search index of a layout's nets, created on first use and shared by all fields. */
export const searchIn = onceFor(({ nets }) => new NetSearch(nets))
