import { csvOf } from '../csv-writer'

/** A net of a board with the pins that it connects, such as U1.3, and its purpose. */
export type ListedNet = { name: string; pins: string[]; purpose: string }

/** The nets of a board as comma-separated values, one row per net. */
export const netListCsv = (nets: ListedNet[]): string =>
  csvOf([
    ['Net', 'Pins', 'Purpose', 'Connected pins'],
    ...nets.map(({ name, pins, purpose }) => [name, String(pins.length), purpose, pins.join(' ')]),
  ])
