import { netText } from '../board/net-list'
import { normalizedSpeed } from './quantities'

type SignalRow = { speed: string; clock_signal: string[] }

/** Shown in place of a missing value. */
const dash = '–'

/**
 * The speed and clock of a row, as orders and quotes show them: "1.5 Gbps, clock CLK_P, CLK_N", or "32 GT/s, no clock
 * net" for an interface whose clock is forced to N/A.
 */
export function signalDetails({ speed, clock_signal }: SignalRow): string {
  const clock = netText(clock_signal).trim()
  if (speed.trim() === '' && clock === '') return dash
  return `${normalizedSpeed(speed).trim() || dash}, ${clock === 'N/A' ? 'no clock net' : `clock ${clock || dash}`}`
}
