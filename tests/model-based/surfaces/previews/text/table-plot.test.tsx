// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { tablePlotMachine } from '../../../../../machines/previews/text/table-plot.machine'
import { numberColumns } from '../../../../../machines/previews/text/table-plot'
import { TablePlot } from '../../../../../src/workspace/previews/text/table-plot'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import type { Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

// jsdom draws nothing, and the plot library needs a canvas.
vi.mock(import('../../../../../src/workspace/previews/network/plots/overlay-plot'), () => ({
  OverlayPlot: ({ description }: { description: string }) => <div role="img" aria-label={description} />,
}))

const rows = [
  ['f', 'S21', 'S11'],
  ['1', '-0.5', '-20'],
  ['2', '-1.5', '-15'],
]
const columns = numberColumns(rows, false)
const onView = vi.fn()
const choice = (name: string) => screen.getByRole('combobox', { name })
const curves = () => within(screen.getByRole('group', { name: 'Curves' }))

const tablePlot: Surface<typeof tablePlotMachine> = {
  situations: {
    'a table of two curves': { input: { columns, view: 'plot' } },
    'a plot in the address': { input: { columns, view: 'plot-row-0.2-log' } },
  },
  events: {
    'axis.chosen': [{ column: null }, { column: 0 }],
    'scale.chosen': [{ isLogarithmic: true }],
    'curve.toggled': [{ column: 1 }],
  },
  done: {},
  failed: {},
  mount: ({ machine, input }) => {
    onView.mockClear()
    renderWorkspace(
      <TablePlot
        machine={machine}
        rows={rows}
        hasDecimalComma={false}
        name="a.csv"
        view={input?.view ?? ''}
        onView={onView}
      />,
      machinesOver({}),
    )
  },
  states: {
    plotted: (_, { context: { plotted } }) => {
      const axis = plotted.x === null ? 'Row number' : columns[plotted.x]?.name
      expect(choice('Horizontal axis')).toHaveDisplayValue(axis ?? '')
      expect(choice('Scale')).toHaveDisplayValue(plotted.isLogarithmic ? 'Logarithmic' : 'Linear')
      const names = plotted.curves.map((curve) => columns[curve]?.name)
      expect(
        curves()
          .queryAllByRole('button', { pressed: true })
          .map(({ textContent }) => textContent),
      ).toEqual(names)
      if (names.length === 0) expect(screen.getByText('Choose a column to plot.')).toBeVisible()
      else {
        const against = plotted.x === null ? 'row number' : axis
        expect(screen.getByRole('img', { name: `${names.join(', ')} versus ${against} in a.csv` })).toBeVisible()
        expect(screen.getByRole('slider', { name: /^Cursor/ })).toBeVisible()
      }
    },
  },
  perform: {
    'axis.chosen': async ({ column }, { user }) =>
      user.selectOptions(choice('Horizontal axis'), column === null ? 'Row number' : (columns[column]?.name ?? '')),
    'scale.chosen': async (_, { user }) => user.selectOptions(choice('Scale'), 'Logarithmic'),
    'curve.toggled': async ({ column }, { user }) => {
      await user.click(curves().getByRole('button', { name: columns[column]?.name ?? '' }))
      expect(onView).toHaveBeenLastCalledWith(expect.stringMatching(/^plot-/))
    },
  },
}

testSurface('Table plot', tablePlotMachine, tablePlot)
