/** The value of a limit at a frequency in Hz, interpolated linearly between its points; null outside their range. */
export function limitAt(
  { frequencies, values }: { frequencies: number[]; values: number[] },
  frequency: number,
): number | null {
  const next = frequencies.findIndex((one) => one >= frequency)
  const [to, limit] = [frequencies[next], values[next]]
  if (to === undefined || limit === undefined) return null
  const [from, before] = [frequencies[next - 1], values[next - 1]]
  if (from === undefined || before === undefined) return to === frequency ? limit : null
  return before + ((frequency - from) / (to - from)) * (limit - before)
}
