import { dollarText } from '../../machines/lib/dollars'

export { fileSize } from '../../machines/lib/file-size'

/** Formats an amount in whole US dollars: "$3,000". */
export const price = (amount: number) => dollarText(amount * 100)

/** Formats a remaining time: "8 s", "12 min", "2 h 5 min". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
