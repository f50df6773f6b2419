import { timestamp } from 'drizzle-orm/pg-core'

/**
 * A column for times with millisecond precision, like JavaScript dates, so that storing and reading a time does not
 * change it.
 */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
