import { timestamp } from 'drizzle-orm/pg-core'

/** Times have millisecond precision like JavaScript dates, so that they survive a round trip. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
