/**
 * How many times the processor time of `work` grows from `small` to `large`. Work that takes time in proportion grows as
 * its size does; a loop in a loop grows as its square. Counts this process alone, and its best of several runs, so that
 * other work on the machine makes no difference.
 */
export function growthOf<Size>(work: (size: Size) => void, small: Size, large: Size): number {
  const times: { small: number; large: number }[] = []
  work(small)
  for (let run = 0; run < 5; run++) {
    times.push({ small: processorTimeOf(() => work(small)), large: processorTimeOf(() => work(large)) })
  }
  return Math.min(...times.map((time) => time.large)) / Math.max(1, Math.min(...times.map((time) => time.small)))
}

/** Microseconds of this process's processor time. */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
