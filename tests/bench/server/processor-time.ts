/** The CPU time of other processes, on Linux. */
import { readdirSync, readFileSync } from 'node:fs'

/** The unit of times in /proc, which Linux fixes for all programs. */
const TICKS_PER_SECOND = 100

type Times = { parent: number; own: number; ofEndedChildren: number }

function timesOf(pid: number): Times | null {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const field = (number: number) => Number(rest.split(' ')[number - 3])
    return { parent: field(4), own: field(14) + field(15), ofEndedChildren: field(16) + field(17) }
  } catch {
    // The process has ended.
    return null
  }
}

/**
 * Returns the CPU time that a process and its children have used, in seconds; NaN if the system does not have /proc.
 */
export function processorSecondsOf(pid: number): number {
  const root = timesOf(pid)
  if (!root) return NaN
  let ticks = root.own + root.ofEndedChildren
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null
    if (times?.parent === pid) ticks += times.own + times.ofEndedChildren
  }
  return ticks / TICKS_PER_SECOND
}
