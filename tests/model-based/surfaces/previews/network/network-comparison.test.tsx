// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import {
  type ComparedNetwork,
  type Comparison,
  type NetworkComparisonView,
  firstNetworkComparison,
} from '../../../../../machines/previews/network/network-comparison'
import {
  networkComparisonMachine,
  type NetworkComparisonChoice,
  comparedChoiceOf,
} from '../../../../../machines/previews/network/network-comparison.machine'
import { networkExportMachine } from '../../../../../machines/previews/network/network-export.machine'
import { NetworkComparison } from '../../../../../src/workspace/previews/network/comparison/network-comparison'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

type Machine = typeof networkComparisonMachine
type Context = SnapshotFrom<Machine>['context']

/** The machine under test, without the API and the worker. */
const session = vi.hoisted(() => ({ machine: null as never }))
vi.mock(
  import('../../../../../src/workspace/previews/network/comparison/network-comparison-machines'),
  async (original) => ({
    ...(await original()),
    useNetworkComparisonMachines: () => ({
      openComparison: () => ({ machine: session.machine, saving: networkExportMachine, close: vi.fn() }),
    }),
  }),
)
// jsdom draws nothing, and the plot library needs a canvas. The description of the plot states what it shows.
vi.mock(import('../../../../../src/workspace/previews/network/plots/overlay-plot'), () => ({
  OverlayPlot: ({ description, label }: { description: string; label: string }) => (
    <div role="img" aria-label={`${description}; ${label}`} />
  ),
}))
vi.mock(import('../../../../../src/workspace/previews/network/plots/plot-library'), () => ({ uPlot: Object as never }))

const network = (key: string, label: string, isAdded = false): ComparedNetwork => ({
  key,
  label,
  isAdded,
  facts: { parameter: 'S', ports: 2, references: [50, 50], modes: null, impedances: null, remarks: [] },
})
const [long, short] = [network('n1', 'long.s2p'), network('n2', 'short.s2p')]
/** The networks of the project that can be added. They are the set of the file, with one that is too large. */
const offered = [
  { id: 'f1', name: 'added.s2p' },
  { id: 'f2', name: 'busy.s2p' },
]
const set = offered.map(({ id }) => id)
const whole = { added: [], isIncomplete: false, offered, set, setSize: 3, remarks: [] }
/** What is read after the first network of the set has been added. The second one cannot be read now. */
const read = (ids: string[]) => ({
  networks: [long, short, network('f1', 'added.s2p', true)].filter(({ key, isAdded }) => !isAdded || ids.includes(key)),
  added: ids,
  isIncomplete: ids.includes('f2'),
  offered: offered.filter(({ id }) => !ids.includes(id)),
  set: set.filter((id) => !ids.includes(id)),
  setSize: set.filter((id) => !ids.includes(id)).length + 1,
  remarks: ids.includes('f2') ? [{ key: 'f2', text: 'Not compared: busy.s2p.', added: 'busy.s2p' }] : [],
})
const addSet = 'Add 2 of the 3 other .s2p files in this folder'
const swapped = { order: [2, 1], reference: null }

/** The parameter to choose after each one. Choosing another mode also chooses its first parameter. */
const nextCurve: Record<string, string> = { S21: 'SDD11', SDD11: 'S11' }

/** What the worker replies: the difference is 1.5 in the chosen unit. */
function compared(context: Context): Comparison {
  const shown = comparedChoiceOf({ context } as SnapshotFrom<Machine>)
  const values = Float64Array.of(-3, -4)
  const named = context.networks.map(({ key, label }, position) => ({ key, label, position }))
  return {
    shown,
    frequencies: Float64Array.of(1e9, 2e9),
    referenceFrequencies: Float64Array.of(1e9, 2e9),
    curves: named.map((one) => ({ ...one, values })),
    differences: named
      .filter(({ key }) => key !== shown.reference)
      .map((one) => ({ ...one, values, largest: { frequency: 2e9, value: 1.5 } })),
    normalizations: [],
    pairs: [],
    refused: [],
  }
}

const combobox = (name: string) => screen.getByRole('combobox', { name })
const isFirst = ({ view }: Context, ...except: (keyof NetworkComparisonView)[]) =>
  (Object.keys(firstNetworkComparison) as (keyof NetworkComparisonView)[]).every(
    (key) => except.includes(key) || JSON.stringify(view[key]) === JSON.stringify(firstNetworkComparison[key]),
  )

function expectChoices({ context }: SnapshotFrom<Machine>) {
  if (context.networks.length === 0) return
  const { curve, quantity, difference, reference } = comparedChoiceOf({ context } as SnapshotFrom<Machine>)
  expect(combobox('Parameter')).toHaveValue(curve)
  expect(combobox('Show')).toHaveValue(quantity)
  expect(combobox('Difference')).toHaveValue(difference)
  expect(combobox('Reference')).toHaveValue(reference)
  for (const { text, added } of context.remarks) {
    const remark = screen.getByText(text)
    expect(remark).toBeVisible()
    const remove = within(remark).queryByRole('button', { name: /^Remove/ })
    if (added) expect(remove).toHaveAccessibleName(`Remove ${added} from the comparison`)
    else expect(remove).toBeNull()
  }
}

function expectCompared(snapshot: SnapshotFrom<Machine>) {
  expectChoices(snapshot)
  const { shown, networks } = snapshot.context
  if (!shown) return
  const unit = shown.shown.difference === 'shown' && shown.shown.quantity === 'phase' ? '1.50°' : '1.500 dB'
  const what = shown.shown.difference === 'complex' ? 'largest |A−B|' : 'largest difference'
  const items = within(screen.getByRole('list', { name: 'Compared networks' })).getAllByRole('listitem')
  networks.forEach(({ key, label, isAdded }, index) => {
    const isDrawn = shown.curves.some((one) => one.key === key)
    if (!isDrawn) return
    expect(items[index]).toHaveTextContent(label)
    expect(items[index]).toHaveTextContent(key === shown.shown.reference ? 'reference' : `${what} ${unit} at 2 GHz`)
    expect(within(items[index]!).queryByRole('button', { name: /^Remove/ }) !== null).toBe(isAdded)
  })
  const { curve, quantity } = shown.shown
  const names = shown.curves.map(({ label }) => label).join(', ')
  expect(
    screen.getByRole('img', {
      name:
        quantity === 'phase'
          ? `Phase of ${curve} of ${names}; Phase of ${curve} (°)`
          : `${curve} of ${names}; ${curve} (dB)`,
    }),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save values as CSV' })).toBeVisible()
}

const networkComparison: Surface<Machine> = {
  situations: { 'two networks of a file': { input: firstNetworkComparison } },
  events: {
    'choice.changed': ({ context }) => {
      if (context.networks.length === 0) return []
      const changes: NetworkComparisonChoice[] = []
      if (isFirst(context, 'curve', 'added')) changes.push({ curve: nextCurve[context.view.curve ?? ''] ?? 'S21' })
      if (isFirst(context, 'added')) changes.push({ quantity: 'phase' })
      if (isFirst(context, 'added', 'quantity')) changes.push({ difference: 'complex' })
      if (context.networks.length > 1 && isFirst(context, 'added')) changes.push({ reference: 'n2' })
      return changes.map((change) => ({ change }))
    },
    'ports.chosen': ({ context }) =>
      context.networks.length > 0 && isFirst(context, 'added', 'forms')
        ? [{ key: 'n1', form: context.view.forms['n1'] ? { order: null, reference: null } : swapped }]
        : [],
    'network.added': ({ context }) => (isFirst(context) ? [{ id: 'f1' }] : []),
    'set.added': ({ context }) => (isFirst(context) ? [{}] : []),
    'network.removed': ({ context }) => (isFirst(context, 'added') ? context.view.added.map((key) => ({ key })) : []),
    'comparison.retry': [{}],
  },
  done: {
    readNetworks: ({ context: { view, networks } }) =>
      view.added.length > 0
        ? [read(view.added)]
        : [
            { ...whole, networks: [long, short] },
            ...(networks.length === 0
              ? [
                  {
                    ...whole,
                    networks: [],
                    offered: [],
                    set: [],
                    setSize: 0,
                    remarks: [{ key: 'n1', text: 'Not compared: long.s2p.', added: null }],
                    isIncomplete: true,
                  },
                ]
              : []),
          ],
    compare: ({ context }) => [compared(context)],
  },
  failed: {
    readNetworks: [failure('The file reader did not start.')],
    compare: [failure('Reading the file took longer than a minute.')],
  },
  distinguish: ({ view, networks, remarks, shown, failure: why }) => ({
    view,
    networks: networks.map(({ key }) => key),
    remarks,
    shown: shown?.shown,
    why,
  }),
  mount: ({ machine }) => {
    session.machine = machine as never
    renderWorkspace(
      <NetworkComparison
        source={{ name: 'long.s2p', networks: [], made: [], fileId: 'f0', projectId: 'p1' }}
        address={null}
        first={null}
      />,
      machinesOver({}),
    )
  },
  states: {
    reading: (_, snapshot) => {
      if (snapshot.context.networks.length === 0) expect(screen.getByText('Reading the networks...')).toBeVisible()
      else expectCompared(snapshot)
    },
    computing: (_, snapshot) => {
      if (!snapshot.context.shown) expect(screen.getByText('Comparing the networks...')).toBeVisible()
      expectCompared(snapshot)
    },
    deciding: () => {
      throw new Error('The machine does not rest there.')
    },
    shown: (_, snapshot) => {
      expect(screen.queryByRole('alert')).toBeNull()
      expect(screen.queryAllByRole('button', { name: addSet })).toHaveLength(snapshot.context.set.length > 1 ? 1 : 0)
      expectCompared(snapshot)
    },
    empty: () => {
      expect(screen.getByRole('alert')).toHaveTextContent('None of the networks could be read.')
      expect(screen.queryByRole('combobox')).toBeNull()
    },
    failed: (_, snapshot) => {
      expect(screen.getByRole('alert')).toHaveTextContent(snapshot.context.failure ?? '')
      expectChoices(snapshot)
    },
  },
  perform: {
    'choice.changed': async ({ change: { curve, quantity, difference, reference } }, { user }) => {
      if (curve === 'SDD11') await user.selectOptions(combobox('Modes'), 'Mixed mode')
      else if (curve === 'S11') await user.selectOptions(combobox('Modes'), 'Single-ended')
      else if (curve) await user.selectOptions(combobox('Parameter'), curve)
      if (quantity) await user.selectOptions(combobox('Show'), quantity)
      if (difference) await user.selectOptions(combobox('Difference'), difference)
      if (reference) await user.selectOptions(combobox('Reference'), reference)
    },
    'ports.chosen': async (event, { user, send }) => {
      const open = screen.queryByRole('button', { name: 'Port order and reference resistance of each network' })
      // The networks are listed once they have been compared.
      if (!open) {
        send(event)
        return
      }
      if (open.getAttribute('aria-expanded') === 'false') await user.click(open)
      const field = screen.getByRole('textbox', { name: 'Port order of long.s2p' })
      await user.clear(field)
      await user.type(field, `${event.form.order?.join(' ') ?? ''}{Enter}`)
    },
    'network.added': async (event, { user, send }) => {
      const add = screen.queryByRole('button', { name: 'Add' })
      if (add && !add.hasAttribute('disabled')) await user.click(add)
      else send(event)
    },
    'set.added': async (event, { user, send }) => {
      const add = screen.queryByRole('button', { name: addSet })
      if (add && !add.hasAttribute('aria-disabled')) await user.click(add)
      else send(event)
    },
    'network.removed': async (event, { user, send }) => {
      const name = offered.find(({ id }) => id === event.key)?.name
      const remove = screen.queryByRole('button', { name: `Remove ${name} from the comparison` })
      if (remove && !remove.hasAttribute('aria-disabled')) await user.click(remove)
      else send(event)
    },
    'comparison.retry': async (event, { user, send }) => {
      const retry = screen.queryByRole('button', { name: /^(Retry|Read the missing networks again)$/ })
      // There is no such button while the networks are being read.
      if (retry) await user.click(retry)
      else send(event)
    },
  },
}

testSurface('Network comparison', networkComparisonMachine, networkComparison)
