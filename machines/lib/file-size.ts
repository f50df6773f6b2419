/** The product uses binary megabytes. */
export const MB = 1_048_576

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Amounts of at least this size would round to four digits, so they are shown in the next unit. */
const nextUnit = 999.5

/** Formats a number of bytes for display with at most three digits, for example "1.33 MB". 1 KB is 1,024 bytes. */
export function fileSize(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let amount = bytes
  let power = 0
  while (amount >= nextUnit && power < units.length - 1) {
    amount = Math.max(1, amount / 1024)
    power++
  }
  const decimals = amount < 9.995 ? 2 : amount < 99.95 ? 1 : 0
  return `${Number(amount.toFixed(decimals))} ${units[power] ?? ''}`
}
