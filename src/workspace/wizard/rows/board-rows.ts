import { createContext } from 'react'
import { fromCallback } from 'xstate'

import type { BoardRowsActor } from '../../../../machines/wizard/board/board-rows.machine'
import {
  type FileInspectionActor,
  netsOf,
  proposalsOf,
} from '../../../../machines/wizard/board/file-inspection.machine'
import type { PiEvent, SiEvent } from '../../../../machines/wizard/rows/request-rows'
import { piOf, siOf, type SimulationRequestActor, stepOf } from '../../../../machines/wizard/request-selectors'

/** Provides the actor that connects the rows to the board. Null if the layout is not a board that can be drawn. */
export const BoardRowsContext = createContext<BoardRowsActor | null>(null)

/** Creates the actor that reports a request's rows and its layout's nets, and passes on changes to the rows. */
export const followRows = (request: SimulationRequestActor, inspector: FileInspectionActor) =>
  fromCallback<SiEvent | PiEvent>(({ receive, sendBack }) => {
    let known: unknown[] = []
    let knownNets: unknown = null
    const report = () => {
      const snapshot = request.getSnapshot()
      const now = [stepOf(snapshot), siOf(snapshot), piOf(snapshot)] as const
      if (now.every((part, index) => part === known[index])) return
      known = [...now]
      const [step, si, pi] = now
      sendBack({ type: 'rows.changed', step, si, pi })
    }
    const reportNets = () => {
      const snapshot = inspector.getSnapshot()
      const nets = netsOf(snapshot)
      if (nets === knownNets) return
      knownNets = nets
      sendBack({ type: 'nets.read', board: { nets, proposals: proposalsOf(snapshot) } })
    }
    receive((edit) => request.send(edit))
    report()
    reportNets()
    const followed = [request.subscribe(report), inspector.subscribe(reportNets)]
    return () => {
      for (const one of followed) one.unsubscribe()
    }
  })
