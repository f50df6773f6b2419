import { createContext } from 'react'
import { createActor } from 'xstate'

import { type FileInspectionActor, fileInspectionMachine } from '../../../machines/wizard/file-inspection.machine'
import { onceFor } from '../../../machines/wizard/net-rules'
import { NetSearch } from '../../formats/nets/net-search'

/**
 * Who knows the nets of the chosen layout. Fields select what they need of them, so that the arrival of tens of thousands
 * draws none of them again.
 */
export const LayoutNetsContext = createContext<FileInspectionActor>(createActor(fileInspectionMachine))

/** The search among the nets of a layout, made once for all fields, when the first is used. */
export const searchIn = onceFor(({ nets }) => new NetSearch(nets))
