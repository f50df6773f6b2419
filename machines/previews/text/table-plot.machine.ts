import { assign, setup, type SnapshotFrom } from 'xstate'

import {
  mostCurves,
  type NumberColumn,
  plotAddress,
  type PlottedColumns,
  plottedIn,
  withAxis,
  withToggled,
} from './table-plot'

/**
 * The plot of a table's numeric columns: which ones are curves, and which one is the x-axis. The URL contains the plot.
 */
export const tablePlotMachine = setup({
  types: {
    input: {} as { columns: NumberColumn[]; view: string },
    context: {} as { columns: NumberColumn[]; plotted: PlottedColumns },
    events: {} as
      | { type: 'axis.chosen'; column: number | null }
      | { type: 'scale.chosen'; isLogarithmic: boolean }
      | { type: 'curve.toggled'; column: number },
  },
  actions: {
    /** Writes the plot to the URL. */
    tellView: (_, _view: string) => {},
  },
  guards: {
    isPossible: ({ context: { plotted } }, column: number) =>
      plotted.curves.includes(column) || plotted.curves.length < mostCurves,
  },
}).createMachine({
  id: 'tablePlot',
  context: ({ input: { columns, view } }) => ({ columns, plotted: plottedIn(view, columns) }),
  initial: 'plotted',
  states: {
    plotted: {
      on: {
        'axis.chosen': {
          actions: [
            assign({ plotted: ({ context, event }) => withAxis(context.plotted, context.columns, event.column) }),
            { type: 'tellView', params: ({ context }) => plotAddress(context.plotted) },
          ],
        },
        'scale.chosen': {
          actions: [
            assign({ plotted: ({ context, event }) => ({ ...context.plotted, isLogarithmic: event.isLogarithmic }) }),
            { type: 'tellView', params: ({ context }) => plotAddress(context.plotted) },
          ],
        },
        'curve.toggled': {
          guard: { type: 'isPossible', params: ({ event }) => event.column },
          actions: [
            assign({ plotted: ({ context, event }) => withToggled(context.plotted, event.column) }),
            { type: 'tellView', params: ({ context }) => plotAddress(context.plotted) },
          ],
        },
      },
    },
  },
})

export const plottedOf = ({ context }: SnapshotFrom<typeof tablePlotMachine>) => context.plotted
