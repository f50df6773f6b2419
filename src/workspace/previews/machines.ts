import {
  type CurvesWanted,
  type DrawnCurve,
  type NetworkFacts,
  networkPlotMachine,
} from '../../../machines/previews/network-plot.machine'
import { fromCall } from '../lib/from-call'
import { openReader } from '../readers/read-formats'

/** Where the plot of a network meets its reader: a worker that keeps the file until `close`. */
export function connectNetworkPlot(name: string, content: Blob) {
  const reader = openReader()
  const machine = networkPlotMachine.provide({
    actors: {
      readNetwork: fromCall<NetworkFacts>(({ signal }) =>
        reader.ask('touchstone', { file: { name, content } }, signal),
      ),
      computeCurves: fromCall<DrawnCurve[], CurvesWanted>(async ({ input: { curves, pairs, unwrapped }, signal }) => {
        const phase = unwrapped ? ('unwrapped phase' as const) : ('phase' as const)
        const wanted = curves.flatMap((curve) => [
          { ...curve, quantity: 'decibels' as const },
          { ...curve, quantity: phase },
        ])
        const values = await reader.ask('curves', { curves: wanted, pairs }, signal)
        const none = new Float64Array()
        return curves.map((curve, index) => ({
          curve,
          decibels: values[2 * index] ?? none,
          phase: values[2 * index + 1] ?? none,
        }))
      }),
    },
  })
  return { machine, close: reader.close }
}
