import { firstNetworkView, networkViewText } from '../previews/network/network-address'
import { type LossLimit, type LossQuantity, maxLimitPoints } from '../previews/network/line-losses'
import { decidingCheck, type ReportRow } from './report-sentences'

/**
 * The view of a row's network that shows what determined its verdict: its limits and the frequency of the smallest
 * margin. Empty for a row without an impedance curve or limits for its losses.
 */
export function decidingView(row: ReportRow): string {
  const at = decidingCheck(row)?.frequency ?? null
  const { settings } = firstNetworkView
  const impedance = row.curves.find(({ name }) => name === 'impedance')
  if (impedance) {
    const [limit] = impedance.limits
    const [first, last] = [limit?.frequencies[0], limit?.frequencies.at(-1)]
    const isFlat = limit?.values.every((value) => value === limit.values[0])
    const target = limit && isFlat && first !== undefined && last !== undefined && first < last
    const points = (limit?.frequencies ?? []).map((one, index) => [one, limit?.values[index] ?? 0] as const)
    const isLine = !isFlat && points.length <= maxLimitPoints
    return networkViewText({
      ...firstNetworkView,
      tab: 'supply',
      place: at,
      settings: {
        ...settings,
        supply: {
          ...settings.supply,
          ...(target && { flat: limit.values[0] ?? null, from: first, to: last }),
          ...(isLine && { line: points }),
        },
      },
    })
  }
  const own = (['insertion loss', 'return loss'] satisfies LossQuantity[]).flatMap((quantity): LossLimit[] => {
    const points = row.curves
      .filter(({ name }) => name === quantity)
      .flatMap(({ limits }) => limits.slice(0, 1))
      .flatMap(({ frequencies, values }) => frequencies.map((one, index) => [one, values[index] ?? 0] as const))
    return points.length > 0 ? [{ quantity, points }] : []
  })
  if (own.length === 0) return ''
  const fits = own.reduce((sum, { points }) => sum + points.length, 0) <= maxLimitPoints
  return networkViewText({
    ...firstNetworkView,
    tab: 'loss',
    place: at,
    settings: { ...settings, loss: { ...settings.loss, own: fits ? own : [] } },
  })
}
