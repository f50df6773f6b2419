const prefixes: [factor: number, prefix: string][] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
  [1e-9, 'n'],
  [1e-12, 'p'],
  [1e-15, 'f'],
]

/** Formats a value with an SI prefix, such as "12.5 GHz" or "350 fF". */
export function engineeringText(value: number, unit: string, digits = 4): string {
  if (value === 0) return `0 ${unit}`
  const rounded = Number(value.toPrecision(digits))
  const size = Math.abs(rounded)
  const [factor, prefix] = prefixes.find(([one]) => size >= one) ?? prefixes.at(-1) ?? [1, '']
  return `${Number((rounded / factor).toPrecision(digits))} ${prefix}${unit}`
}

/** A range of frequencies in words: "from 1 GHz to 2 GHz", or "at 1 GHz" if both are equal when rounded. */
export function frequencyRange({ from, to }: { from: number; to: number }, digits?: number): string {
  const [least, most] = [engineeringText(from, 'Hz', digits), engineeringText(to, 'Hz', digits)]
  return least === most ? `at ${least}` : `from ${least} to ${most}`
}
