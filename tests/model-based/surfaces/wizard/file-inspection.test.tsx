// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { createActor } from 'xstate'

import { fileInspectionMachine } from '../../../../machines/wizard/board/file-inspection.machine'
import { noNets } from '../../../../machines/wizard/rows/net-rules'
import { NetsNotice } from '../../../../src/workspace/wizard/nets-notice'
import { fileFacts } from '../../../model/wizard/request-samples'
import { projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const board = { layout: projectFile(), stackup: null, material: null }
const panel = { ...board, layout: projectFile({ id: 'f2', name: 'panel.kicad_pcb', sha256: '1'.repeat(64) }) }

const read = fileFacts({
  nets: {
    ...noNets,
    nets: [
      { name: 'GND', pins: 2 },
      { name: 'CLK', pins: 3 },
    ],
  },
})

const notice = () => screen.getByRole('status')
const nothingFailed = () => expect(screen.queryByRole('alert')).toBeNull()

const fileInspection: Surface<typeof fileInspectionMachine> = {
  situations: { 'a project with two layouts': {} },
  events: {
    'files.chosen': [{ files: board }, { files: panel }, { files: null }],
    'inspection.retry': [{}],
  },
  done: { inspect: [read], followRequest: null },
  failed: { inspect: [failure()], followRequest: null },
  mount: ({ machine }) => {
    renderWorkspace(<NetsNotice actor={createActor(machine).start()} />, machinesOver({}))
  },
  states: {
    idle: () => {
      nothingFailed()
      expect(notice()).toBeEmptyDOMElement()
    },
    reading: () => {
      nothingFailed()
      expect(notice()).toHaveTextContent(/^Reading the nets of the layout...$/)
    },
    known: () => {
      nothingFailed()
      expect(notice()).toHaveTextContent(/^2 nets read from the layout \(KiCad board\)\.$/)
    },
    failed: () => {
      const alert = screen.getByRole('alert')
      expect(alert).toHaveTextContent('The layout file could not be read.')
      expect(alert).toHaveTextContent('Until the layout is read, you can type the net names.')
      expect(within(alert).getByRole('button', { name: 'Retry' })).toBeEnabled()
      expect(screen.queryByRole('status')).toBeNull()
    },
  },
  perform: {
    // Files are selected in the first step of the request.
    'files.chosen': (event, { report }) => report('followRequest', event),
    'inspection.retry': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
  },
}

testSurface('File inspection', fileInspectionMachine, fileInspection)
