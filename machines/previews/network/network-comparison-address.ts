import { comparisonQuantities, maxCompared, type NetworkComparisonView } from './network-comparison'
import { formIn, formParts } from './network-form'

/** Writes a comparison as text for an address, such as `compare_curve*S21_show*phase`. */
export function networkComparisonText({
  curve,
  quantity,
  difference,
  reference,
  added,
  forms,
}: NetworkComparisonView): string {
  const parts: [string, string][] = []
  if (curve !== null) parts.push(['curve', curve])
  if (quantity !== 'magnitude') parts.push(['show', quantity.split(' ')[0] ?? ''])
  if (difference !== 'shown') parts.push(['difference', difference])
  if (reference !== null) parts.push(['from', reference])
  if (added.length > 0) parts.push(['added', added.join('.')])
  for (const [key, form] of Object.entries(forms)) {
    for (const [name, value] of formParts({ ...form, points: null })) parts.push([`${name}.${key}`, value])
  }
  return ['compare', ...parts.map(([name, value]) => `${name}*${value}`)].join('_')
}

/** Parses the comparison in an address. Null if the address shows something else; unknown parts are ignored. */
export function networkComparisonIn(text: string): NetworkComparisonView | null {
  const [name, ...parts] = text.split('_')
  if (name !== 'compare') return null
  const values = new Map(parts.map((part) => part.split('*') as [string, string | undefined]))
  const curve = values.get('curve') ?? ''
  const show = values.get('show')
  const from = values.get('from') ?? ''
  const added = [...new Set((values.get('added') ?? '').split('.').filter(isKey))]
  const keys = [...values.keys()].flatMap((key) => /^(?:ports|ohms)\.(.+)$/.exec(key)?.[1] ?? [])
  return {
    curve: /^[SYZHG][A-Z]{0,2}\d+(?:,\d+)?$/.test(curve) ? curve : null,
    quantity: comparisonQuantities.find((one) => one.split(' ')[0] === show) ?? 'magnitude',
    difference: values.get('difference') === 'complex' ? 'complex' : 'shown',
    reference: isKey(from) ? from : null,
    added: added.slice(0, maxCompared),
    forms: Object.fromEntries(
      [...new Set(keys)].filter(isKey).flatMap((key) => {
        const { order, reference } = formIn((part) => values.get(`${part}.${key}`))
        return order || reference !== null ? [[key, { order, reference }]] : []
      }),
    ),
  }
}

const isKey = (text: string) => /^[a-zA-Z0-9-]{1,64}$/.test(text)
