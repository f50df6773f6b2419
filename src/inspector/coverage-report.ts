import type { AnyEventObject } from 'xstate'

/** A path through a machine that the simulation can repeat. */
export type PathRecord = {
  /** Missing if the app's view chooses the input: the simulation then starts with sample input. */
  input?: unknown
  /** The results of guards that depend on external conditions. */
  guards: Record<string, boolean>
  events: AnyEventObject[]
  /** The keys of the transitions that the last event takes. */
  transitions: string[]
}

export type FailedPath = {
  level: 'view' | 'browser'
  situation: string
  steps: string[]
  failure: string
  /** Missing if the path cannot be repeated from its record. */
  replay?: PathRecord
}

/** What the model-based tests covered in one machine. Transitions are identified by the keys from address.ts. */
export type MachineCoverage = {
  view: string[]
  browser: string[]
  failed: FailedPath[]
  /** Why some transitions are not reached, by key. */
  exceptions: Record<string, string>
  /** The date of the oldest of these results. */
  at: string
  /** Identifies the states and transitions that were tested; empty if they changed between the tests. */
  outline: string
}

/** The coverage of all machines, by id: see scripts/machines/coverage-file.ts. */
export type Coverage = Record<string, MachineCoverage>
