// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import {
  type FollowLayouts,
  layoutArrivalMachine,
  recognizedLayoutOf,
} from '../../../../machines/wizard/board/layout-arrival.machine'
import { LayoutNotice } from '../../../../src/workspace/wizard/layout/layout-notice'
import { projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const board = projectFile({ id: 'f1', name: 'board.kicad_pcb' })
const panel = projectFile({ id: 'f2', name: 'panel.kicad_pcb' })

const files = createActor(fromCallback(() => {})) as unknown as FollowLayouts['files']

const layoutArrival: Surface<typeof layoutArrivalMachine> = {
  situations: { 'a project': { input: { projectId: 'p1', files } } },
  events: {
    'layout.arrived': [{ layout: board }, { layout: panel }],
    'files.listed': [{ ids: ['f1', 'f2'] }, { ids: [] }],
    'notice.dismissed': [{}],
  },
  done: { countNets: [124, 1, 0], storeThumbnail: ['f1'], followLayouts: null },
  failed: { countNets: [failure()], storeThumbnail: [failure()], followLayouts: null },
  distinguish: ({ reading, next, recognized }) => [reading?.id, next?.id, recognized],
  mount: ({ machine, input }) => {
    if (!input) throw new Error('The machine needs an input.')
    renderWorkspace(
      <LayoutNotice arrival={createActor(machine, { input }).start()} onRequest={vi.fn()} />,
      machinesOver({}),
    )
  },
  // The picture appears on the project's card.
  states: { resting: noticeFits, reading: noticeFits, drawing: noticeFits },
  perform: {
    // Reported by the uploads and by the list of files.
    'layout.arrived': (event, { report }) => report('followLayouts', event),
    'files.listed': (event, { report }) => report('followLayouts', event),
    'notice.dismissed': async (event, { user, send }) => {
      const dismiss = screen.queryByRole('button', { name: 'Dismiss' })
      // Without a notice there is no button.
      if (dismiss) await user.click(dismiss)
      else send(event)
    },
  },
}

function noticeFits({ snapshot }: Stage<typeof layoutArrivalMachine>) {
  const notice = screen.getByRole('status', { name: 'New layout' })
  const recognized = recognizedLayoutOf(snapshot())
  if (!recognized) {
    expect(notice).toBeEmptyDOMElement()
    return
  }
  expect(notice).toHaveTextContent(recognized.nets === 124 ? 'Layout recognized: 124 nets' : 'Layout recognized: 1 net')
  expect(notice).toHaveTextContent(recognized.layout.name)
  expect(within(notice).getByRole('button', { name: 'Continue to the request' })).toBeEnabled()
}

testSurface('Layout arrival', layoutArrivalMachine, layoutArrival)
