import type { ActivityEntry } from '../../../machines/activity/activity-sentence'

const dayNames = new Intl.DateTimeFormat('en-US', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
const times = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** A calendar day in the local time zone, with its entries in order. */
export type ActivityDay = { name: string; entries: ActivityEntry[] }

/** Groups entries that are sorted by time into days named "Today", "Yesterday" or "Monday, November 23, 2026". */
export function activityDays(entries: readonly ActivityEntry[], now = new Date()): ActivityDay[] {
  const today = dayNames.format(now)
  const yesterday = dayNames.format(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))
  const days: ActivityDay[] = []
  for (const entry of entries) {
    const date = dayNames.format(new Date(entry.at))
    const name = date === today ? 'Today' : date === yesterday ? 'Yesterday' : date
    const last = days.at(-1)
    if (last?.name === name) last.entries.push(entry)
    else days.push({ name, entries: [entry] })
  }
  return days
}

/** Formats the time of day: "3:04 AM". */
export const timeOfDay = (iso: string) => times.format(new Date(iso))
