/**
 * Returns the factor by which the CPU time of `work` grows from `small` to `large`. Linear work grows with the size,
 * nested loops with its square. Measures only this process and takes the best of several runs, so that other load on
 * the machine does not matter.
 */
export function growthOf<Size>(work: (size: Size) => void, small: Size, large: Size): number {
  const times: { small: number; large: number }[] = []
  work(small)
  for (let run = 0; run < 5; run++) {
    times.push({ small: processorTimeOf(() => work(small)), large: processorTimeOf(() => work(large)) })
  }
  return Math.min(...times.map((time) => time.large)) / Math.max(1, Math.min(...times.map((time) => time.small)))
}

/** Returns the CPU time that this process needs for `work`, in microseconds. */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
