import type { RequestLocation } from './rows/row-locations'

/**
 * A warning from the pre-flight check, which covers what an engineer would ask about before starting the simulation.
 * The check warns but never blocks, because the user may know better.
 */
export type Warning = {
  /** Stays the same as long as the cause exists. */
  id: string
  text: string
  advice: string
  /** The place where the cause can be fixed. */
  place: RequestLocation
}
