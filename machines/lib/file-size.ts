const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

// Made once: a list of ten thousand files asks for it in every frame in which it is scrolled.
const formats = [2, 1, 0].map((maximumFractionDigits) => new Intl.NumberFormat('en-US', { maximumFractionDigits }))

/** From here on an amount would be rounded to four digits. */
const nextUnit = 999.5

/** Bytes for people, in at most three digits, 1 KB being 1,024 bytes: "1.33 MB". */
export function fileSize(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let amount = bytes
  let power = 0
  while (amount >= nextUnit && power < units.length - 1) {
    amount = Math.max(1, amount / 1024)
    power++
  }
  const format = formats[amount < 9.995 ? 0 : amount < 99.95 ? 1 : 2]
  return `${format?.format(amount) ?? ''} ${units[power] ?? ''}`
}
