// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { firstNetworkView } from '../../../../../machines/previews/network/network-address'
import { networkAnalysisMachine } from '../../../../../machines/previews/network/network-analysis.machine'
import { networkExportMachine } from '../../../../../machines/previews/network/network-export.machine'
import { asInFile, type NetworkForm } from '../../../../../machines/previews/network/network-form'
import * as plot from '../../../../../machines/previews/network/network-plot.machine'
import { NetworkPreview } from '../../../../../src/workspace/previews/network/network-preview'
import { projectFile } from '../../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

/** Stubs for layout and canvas, which jsdom does not implement. The plot library reads the screen density on load. */
const drawing = vi.hoisted(() => {
  Object.assign(globalThis, { matchMedia: () => new EventTarget() })
  return { machine: null as never, texts: new Map<HTMLCanvasElement, Set<string>>() }
})
vi.mock(import('../../../../../src/workspace/previews/machines'), async (original) => ({
  ...(await original()),
  connectNetwork: () => ({
    plot: drawing.machine,
    analysis: networkAnalysisMachine,
    saving: networkExportMachine,
    chain: vi.fn(),
    close: vi.fn(),
  }),
}))

/** Accepts all drawing calls and records the strings that are drawn. */
function stubDrawing() {
  drawing.texts.clear()
  const surface = (canvas: HTMLCanvasElement) => {
    const texts = new Set<string>()
    drawing.texts.set(canvas, texts)
    const known: Record<string, unknown> = {
      fillText: (text: string) => texts.add(text),
      measureText: () => ({ width: 10 }),
    }
    return new Proxy(known, { get: (it, name: string) => it[name] ?? (() => {}) })
  }
  const surfaces = new WeakMap<HTMLCanvasElement, object>()
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
    const found = surfaces.get(this) ?? surface(this)
    surfaces.set(this, found)
    return found as never
  }
  for (const side of ['clientWidth', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 600 })
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
      rect() {}
      arc() {}
      closePath() {}
      addPath() {}
    },
  )
}

const pairs: plot.PortPair[] = [
  [1, 3],
  [2, 4],
]
const facts: plot.NetworkFacts = {
  format: 'Touchstone 1',
  parameter: 'S',
  ports: 4,
  frequencies: Float64Array.of(0, 1e9, 2e9),
  references: [50, 50, 50, 50],
  modes: null,
  impedances: null,
  remarks: ['The file contains one more package of data, which is not shown: "noise".'],
  noise: [],
  lines: [],
  pairs,
}
const curve = (mode: plot.CurveMode, to: number): plot.Curve => ({ mode, to, from: 1 })
/** The curves computed for the first plot: in dB, or in ohms. */
const drawnIn = (parameter: plot.NetworkParameter) =>
  [curve('single', 1), curve('single', 2)].map((one) => ({
    curve: one,
    parameter,
    magnitude: parameter === 'Z' ? Float64Array.of(0.02, 47, 1500) : Float64Array.of(-40, -20, -3.0004),
    quantity: 'phase' as const,
    phase: Float64Array.of(0, -90.5, 180),
  }))

const reordered: NetworkForm = { order: [1, 3, 2, 4], reference: null, points: null }

const quantityNames: Record<plot.PhaseQuantity, string> = {
  phase: 'Phase',
  'unwrapped phase': 'Unwrapped phase',
  'group delay': 'Group delay',
  'phase delay': 'Phase delay',
}
const onUnreadable = vi.fn()
const button = (name: string) => screen.getByRole('button', { name })
const nameOf = ({ curve: one, parameter }: plot.DrawnCurve) => plot.curveName(one, parameter)
const isPressed = (name: string) => button(name).getAttribute('aria-pressed') === 'true'
const offered = () => screen.getByRole('combobox', { name: 'Port pairs' })
const textOf = (chosen: plot.PortPair[]) => `Pairs ${chosen.map(([p, n]) => `${p}/${n}`).join(', ')}`

/** Checks that all parameters are offered as buttons, and that the selected ones are pressed. */
function expectMatrix({ context }: SnapshotFrom<typeof plot.networkPlotMachine>) {
  const modes = context.isMixed ? (['dd', 'dc', 'cd', 'cc'] as const) : (['single'] as const)
  const size = context.isMixed ? 2 : 4
  const titles = context.isMixed
    ? ['Differential to differential', 'Common to differential', 'Differential to common', 'Common to common']
    : ['To port (row) from port (column)']
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(titles)
  const { parameter } = context
  const chosen = (context.isMixed ? context.mixed : context.single).map((one) => plot.curveName(one, parameter))
  const all = modes.flatMap((mode) =>
    Array.from({ length: size * size }, (_, index) =>
      plot.curveName({ mode, to: Math.floor(index / size) + 1, from: (index % size) + 1 }, parameter),
    ),
  )
  const cells = screen.getAllByRole('button', { name: /^[SZ](DD|DC|CD|CC)?\d\d$/ })
  expect(cells.map(({ textContent }) => textContent)).toEqual(all)
  const pressed = cells.filter((cell) => cell.getAttribute('aria-pressed') === 'true')
  expect(pressed.map(({ textContent }) => textContent).toSorted()).toEqual(chosen.toSorted())
  // The number of curves is far below the limit.
  for (const cell of cells) expect(cell).toBeEnabled()
  expect(screen.queryByText(/curves are the most/)).toBeNull()
  for (const remark of facts.remarks) expect(screen.getByText(remark)).toBeVisible()
}

/** Checks the two plots and their axis labels. */
async function expectPictures({ context }: SnapshotFrom<typeof plot.networkPlotMachine>) {
  const names = context.drawn.map(nameOf)
  const isImpedance = context.drawn[0]?.parameter === 'Z'
  for (const [label, axis] of [
    [`Magnitude of ${names.join(', ')}`, isImpedance ? 'Magnitude of Z (Ω)' : 'Magnitude of S (dB)'],
    [`Phase of ${names.join(', ')}`, 'Phase (°)'],
  ] as const) {
    const picture = screen.getByRole('img', { name: label.trim() })
    await waitFor(() => {
      const canvas = picture.querySelector('canvas')
      const texts = (canvas && drawing.texts.get(canvas)) ?? []
      expect(texts).toContain('Frequency (GHz)')
      if (names.length > 0) expect(texts).toContain(axis)
    })
  }
  const cursor = screen.getByRole('slider', { name: 'Cursor' })
  fireEvent.change(cursor, { target: { value: cursor.getAttribute('min') } })
  const values = within(screen.getByRole('list', { name: 'Values at the cursor' })).queryAllByRole('listitem')
  // 0 Hz cannot be shown on a logarithmic axis.
  const [first, second] = isImpedance ? ['20 mΩ', '47 Ω'] : ['-40.000 dB', '-20.000 dB']
  const at = context.isLogarithmic ? `${second}-90.50°` : `${first}0.00°`
  expect(values.map(({ textContent }) => textContent)).toEqual(names.map((name) => `${name}${at}`))
  if (names.includes('S21') && !context.isLogarithmic) {
    expect(isPressed('Mark S21 at the cursor')).toBe(context.point !== null)
  }
  expect(cursor).toHaveAttribute('aria-valuetext', context.isLogarithmic ? '1 GHz' : '0 GHz')
  expect(cursor).toHaveAttribute('min', context.isLogarithmic ? '1' : '0')
  expect(cursor).toHaveAttribute('max', '2')
}

async function expectKnown(snapshot: SnapshotFrom<typeof plot.networkPlotMachine>) {
  const { context } = snapshot
  expect(screen.queryByText('Reading the network...')).toBeNull()
  expect(screen.getByText('Touchstone 1 · 4 ports · S-parameters · reference 50 Ω · 3 frequencies')).toBeVisible()
  expect(isPressed('Logarithmic frequency')).toBe(context.isLogarithmic)
  for (const one of plot.phaseQuantities) expect(isPressed(quantityNames[one])).toBe(one === context.quantity)
  for (const one of ['S', 'Y', 'Z']) expect(isPressed(`${one}-parameters`)).toBe(one === context.parameter)
  if (context.parameter === 'S') {
    expect(isPressed('Mixed mode')).toBe(context.isMixed)
    expect(isPressed('Single-ended')).toBe(!context.isMixed)
  } else expect(screen.queryByRole('group', { name: 'Modes' })).toBeNull()
  expectMatrix(snapshot)
  await expectPictures(snapshot)
  if (context.isMixed) {
    expect(
      within(offered())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pairs 1/2, 3/4', 'Pairs 1/3, 2/4 (suggested by the data)'])
    expect(offered()).toHaveValue(textOf(context.pairs))
  } else expect(screen.queryByRole('combobox', { name: 'Port pairs' })).toBeNull()
  const whole = screen.queryByText(/^Different from the file/)
  if (context.form.order) expect(whole).toHaveTextContent('Different from the file: ports in the order 1 3 2 4.')
  else expect(whole).toBeNull()
  const alerts = screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  expect(alerts.includes('The ports do not fit.')).toBe(context.formFailure !== null)
  if (context.failure === null) expect(alerts.length).toBe(context.formFailure === null ? 0 : 1)
  else
    expect(screen.getAllByRole('alert').at(-1)).toHaveTextContent(
      context.parameter === 'S'
        ? 'These ports are not of one size.Choose other pairs, or the single-ended parameters.'
        : 'These ports are not of one size.Choose the S-parameters of the file.',
    )
  expect(onUnreadable).not.toHaveBeenCalled()
}

type Context = SnapshotFrom<typeof plot.networkPlotMachine>['context']

const isFirstPlot = ({ isMixed, parameter, isLogarithmic, quantity, single }: Context) =>
  !isMixed && parameter === 'S' && !isLogarithmic && quantity === 'phase' && single.length === 4

const isFirstMixedPlot = ({ isMixed, isLogarithmic, quantity, single, mixed, pairs: chosen, form }: Context) =>
  isMixed &&
  !isLogarithmic &&
  quantity === 'phase' &&
  single.length === 4 &&
  mixed.length === 2 &&
  chosen === pairs &&
  form.order === null

/** The plot may change in any way while the network is as in its file, but only once while its form changes. */
const canChange = (context: Context) =>
  context.form.order === null && (context.askedForm.order === null || isFirstPlot(context))

const networkPlot: Surface<typeof plot.networkPlotMachine> = {
  situations: { 'a network of four ports': { input: firstNetworkView } },
  events: {
    'curve.toggled': ({ context }) =>
      canChange(context) ? [{ curve: context.isMixed ? curve('cd', 2) : curve('single', 4) }] : [],
    'parameter.chosen': ({ context }) =>
      canChange(context) ? [{ parameter: context.parameter === 'S' ? 'Z' : 'S' }] : [],
    'mode.chosen': ({ context }) =>
      canChange(context) && context.parameter === 'S' ? [{ isMixed: !context.isMixed }] : [],
    'pairs.chosen': ({ context }) =>
      (canChange(context) && context.isMixed) || isFirstMixedPlot(context)
        ? [{ pairs: plot.adjacentPairs(4) }, { pairs }]
        : [],
    'axis.chosen': ({ context }) => (canChange(context) ? [{ isLogarithmic: !context.isLogarithmic }] : []),
    'point.marked': ({ context: { point, drawn: curves } }) =>
      curves[0]?.parameter === 'S' ? [{ point: point ? null : { curve: 'S21', x: 0 } }] : [],
    'phase.chosen': ({ context }) =>
      canChange(context) ? [{ quantity: context.quantity === 'phase' ? 'group delay' : 'phase' }] : [],
    // The form does not depend on what is drawn.
    'form.chosen': ({ context }) =>
      context.nextForm === null && (isFirstPlot(context) || isFirstMixedPlot(context))
        ? [{ form: context.form.order ? asInFile : reordered }]
        : [],
  },
  done: {
    readNetwork: [{ ...facts, refused: null }],
    formNetwork: [facts],
    computeCurves: ({ context }) => [drawnIn(context.parameter)],
  },
  failed: {
    readNetwork: [failure('Touchstone, line 3: expected a number, found "x".')],
    formNetwork: [failure('The ports do not fit.')],
    computeCurves: [failure('These ports are not of one size.')],
  },
  // A marked point changes nothing else.
  distinguish: ({ facts: read, drawn: curves, point: _point, ...chosen }) => ({
    ...chosen,
    isRead: read !== null,
    curves: curves.map(nameOf),
  }),
  mount: ({ machine }) => {
    stubDrawing()
    onUnreadable.mockClear()
    drawing.machine = machine as never
    renderWorkspace(
      <NetworkPreview
        file={projectFile({ name: 'channel.s4p' })}
        content={{ as: 'whole', bytes: new Blob(['# GHz S RI R 50']) }}
        onBroken={vi.fn()}
        onUnreadable={onUnreadable}
      />,
      machinesOver({}),
    )
  },
  states: {
    reading: () => {
      expect(screen.getByText('Reading the network...')).toBeVisible()
      expect(screen.queryByRole('img')).toBeNull()
      expect(onUnreadable).not.toHaveBeenCalled()
    },
    // The previous plot remains visible while the next is computed, and all controls stay enabled.
    'known.computing': (_, snapshot) => expectKnown(snapshot),
    'known.forming': async (_, snapshot) => {
      await expectKnown(snapshot)
      expect(screen.getByRole('textbox', { name: 'Port order' })).toHaveAttribute('readonly')
    },
    'known.drawn': async (_, snapshot) => {
      await expectKnown(snapshot)
      if (snapshot.context.drawn.length === 0) return
      const cursor = screen.getByRole('slider', { name: 'Cursor' })
      fireEvent.change(cursor, { target: { value: '2' } })
      expect(cursor).toHaveAttribute('aria-valuetext', '2 GHz')
      const list = screen.getByRole('list', { name: 'Values at the cursor' })
      expect(list).toHaveTextContent(
        snapshot.context.parameter === 'Z'
          ? 'Z111.5 kΩ180.00°Z211.5 kΩ180.00°'
          : 'S11-3.000 dB180.00°S21-3.000 dB180.00°',
      )
      fireEvent.change(cursor, { target: { value: cursor.getAttribute('min') } })
    },
    unreadable: () => {
      // The surrounding preview shows the file as text, with the reason.
      expect(onUnreadable.mock.calls).toEqual([['Touchstone, line 3: expected a number, found "x".']])
      expect(screen.queryByRole('img')).toBeNull()
      expect(screen.queryByRole('button')).toBeNull()
    },
  },
  perform: {
    'curve.toggled': async (event, { user, snapshot }) =>
      user.click(button(plot.curveName(event.curve, snapshot().context.parameter))),
    'parameter.chosen': async ({ parameter }, { user }) => user.click(button(`${parameter}-parameters`)),
    'mode.chosen': async ({ isMixed }, { user }) => user.click(button(isMixed ? 'Mixed mode' : 'Single-ended')),
    'pairs.chosen': async (event, { user }) => user.selectOptions(offered(), textOf(event.pairs)),
    'axis.chosen': async (_, { user }) => user.click(button('Logarithmic frequency')),
    'point.marked': async ({ point }, { user, send }) => {
      const isLogarithmic = isPressed('Logarithmic frequency')
      // The cursor is not at 0 Hz, which a logarithmic axis cannot show.
      if (isLogarithmic) send({ type: 'point.marked', point })
      else await user.click(button('Mark S21 at the cursor'))
    },
    'form.chosen': async ({ form }, { user, send }) => {
      if (button('Ports and frequencies').getAttribute('aria-expanded') === 'false')
        await user.click(button('Ports and frequencies'))
      const field = await screen.findByRole('textbox', { name: 'Port order' })
      // While the network is being changed, the field is read-only.
      if (field.hasAttribute('readonly')) {
        send({ type: 'form.chosen', form })
        return
      }
      await user.clear(field)
      await user.type(field, `${form.order?.join(' ') ?? ''}{Enter}`)
    },
    'phase.chosen': async ({ quantity }, { user }) => user.click(button(quantityNames[quantity])),
  },
}

testSurface('Network plot', plot.networkPlotMachine, networkPlot)
