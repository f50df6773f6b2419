const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** Whole US dollars: "$3,000". */
export const price = (amount: number) => dollars.format(amount)

// Made once: a list of ten thousand files asks for it in every frame in which it is scrolled.
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** Bytes for people, 1 KB being 1,024 bytes: "1.3 MB". */
export function fileSize(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** power
  return `${(power === 0 || amount >= 100 ? whole : tenths).format(amount)} ${units[power] ?? ''}`
}

/** How long something still takes: "8 s", "12 min", "2 h 5 min". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
