const DAY_MS = 86_400_000
const isBusinessDay = (date: Date) => date.getUTCDay() !== 0 && date.getUTCDay() !== 6

/** The end of the day that is `days` business days after a given time. Days are counted in UTC, without holidays. */
export function businessDaysAfter(moment: Date, days: number): Date {
  const day = new Date(moment)
  day.setUTCHours(23, 59, 59, 0)
  for (let left = days; left > 0; ) {
    day.setTime(day.getTime() + DAY_MS)
    if (isBusinessDay(day)) left--
  }
  return day
}

/** The number of business days after the day of `from`, up to and including the day of `until`. */
export function businessDaysBetween(from: Date, until: Date): number {
  const day = new Date(from)
  day.setUTCHours(23, 59, 59, 0)
  let count = 0
  for (
    day.setTime(day.getTime() + DAY_MS);
    day.getTime() - until.getTime() < DAY_MS;
    day.setTime(day.getTime() + DAY_MS)
  ) {
    if (isBusinessDay(day)) count++
  }
  return count
}

/** A due date, moved by the business days spent waiting for the customer's answer. */
export const postponed = (due: Date, asked: Date, answered: Date) =>
  businessDaysAfter(due, businessDaysBetween(asked, answered))
