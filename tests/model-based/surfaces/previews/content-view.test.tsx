// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { contentViewMachine } from '../../../../machines/previews/content-view.machine'
import type { FabricationPicture, FabricationSet } from '../../../../src/formats/gerber/gerber-renderer'
import { FabricationPreview } from '../../../../src/workspace/previews/gerber/fabrication-preview'
import { projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** The machine under test replaces the one that reads files in a worker, because jsdom has no workers. */
const given = vi.hoisted(() => ({ machine: null as never }))
vi.mock(import('../../../../src/workspace/previews/content-reader'), () => ({
  contentReader: () => given.machine,
}))

/** The size of the drawing. jsdom has no layout, so the test provides it. */
function stubLayout() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly told: () => void) {}
      observe() {
        this.told()
      }
      disconnect() {}
    },
  )
  for (const [side, value] of Object.entries({ clientWidth: 800, clientHeight: 400 }))
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => value })
}

const picture = (title: string, role: string): FabricationPicture => ({
  title,
  role,
  svg: '<svg/>',
  size: { width: 10, height: 5 },
  color: role === 'Top side' ? null : '#b8541a',
  box: { left: 0, top: -5, right: 10, bottom: 0 },
  isFromBelow: false,
})
const set: FabricationSet = {
  boards: [
    { name: 'main', sides: [picture('Top', 'Top side')], layers: [picture('holes.drl', 'Holes')], notes: [] },
    {
      name: 'adapter',
      sides: [picture('Top', 'Top side')],
      layers: [picture('copper.gbr', 'Top copper')],
      notes: ['The outline is missing.'],
    },
  ],
  failures: ['notes.gbr: it draws nothing'],
}
const layers = [
  ['Top side', 'Holes'],
  ['Top side', 'Top copper'],
]

const file = projectFile({ id: 'set', name: 'set.zip' })
const onUnreadable = vi.fn()
const choice = (name: string) => within(screen.getByRole('group', { name }))

const contentView: Surface<typeof contentViewMachine> = {
  situations: {
    'a fabrication set of two boards': { input: { chosen: [] } },
  },
  events: {
    'reading.advanced': [{ fraction: 0.5 }],
    'part.chosen': [
      { level: 0, index: 1 },
      { level: 1, index: 1 },
    ],
  },
  done: { readContent: [set] },
  failed: { readContent: [failure('The drawing stopped advancing for 30 seconds.')] },
  mount: (stage) => {
    onUnreadable.mockClear()
    stubLayout()
    URL.createObjectURL = () => 'blob:picture'
    URL.revokeObjectURL = vi.fn()
    given.machine = stage.machine as never
    renderWorkspace(
      <FabricationPreview
        file={file}
        content={{ as: 'whole', bytes: new Blob() }}
        onBroken={vi.fn()}
        onUnreadable={onUnreadable}
      />,
      machinesOver({}),
    )
  },
  states: {
    reading: (_, { context }) => {
      expect(screen.getByText(`Drawing the layers... ${context.progress * 100}%`)).toBeVisible()
      expect(screen.queryByRole('img')).toBeNull()
    },
    shown: async (_, { context: { chosen } }) => {
      const [board = 0, layer = 0] = chosen
      const pressed = (group: string) =>
        choice(group)
          .getAllByRole('button', { pressed: true })
          .map(({ textContent }) => textContent)
      expect(pressed('Boards')).toEqual([set.boards[board]?.name])
      expect(pressed('Layers')).toEqual([layers[board]?.[layer]])
      const shown = [...(set.boards[board]?.sides ?? []), ...(set.boards[board]?.layers ?? [])][layer]
      expect(await screen.findByRole('img', { name: shown?.title ?? '' })).toBeInTheDocument()
      expect(screen.getByText('Not drawn: notes.gbr: it draws nothing')).toBeVisible()
      expect(screen.queryByText('The outline is missing.') !== null).toBe(board === 1)
    },
    unreadable: () => {
      expect(onUnreadable.mock.calls).toEqual([['The drawing stopped advancing for 30 seconds.']])
    },
  },
  perform: {
    'reading.advanced': (event, { send }) => act(() => send(event)),
    'part.chosen': async ({ level, index }, { user }) => {
      const button = choice(level === 0 ? 'Boards' : 'Layers').getAllByRole('button')[index]
      if (button) await user.click(button)
    },
  },
}

testSurface('Content view', contentViewMachine, contentView)
