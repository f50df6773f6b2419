import { onFirstUse } from '../../machines/lib/on-first-use'

const day = 86_400_000
const dates = onFirstUse(() => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }))
const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/**
 * Formats how long ago something happened, counted in calendar days of the local time zone: "Yesterday", "3 days ago",
 * "2 weeks ago"; from 30 days on, the date. Without a valid time, "Never".
 */
export function timeAgo(iso: string | null | undefined, now = new Date()): string {
  if (!iso) return 'Never'
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return 'Never'
  const days = Math.round((startOfDay(now) - startOfDay(date)) / day)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return `${days} days ago`
  if (days < 30) {
    const weeks = Math.floor(days / 7)
    return weeks === 1 ? '1 week ago' : `${weeks} weeks ago`
  }
  return dates().format(date)
}

const datesWithTime = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }))

/** Formats a date and time in the local time zone: "Jan 2, 2026, 3:04 AM". */
export const dateAndTime = (iso: string) => datesWithTime().format(new Date(iso))

/** Formats a date in the local time zone: "Jan 2, 2026". */
export const dateOnly = (iso: string) => dates().format(new Date(iso))
