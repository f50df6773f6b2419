/** The results of the mutation tests of one machine: see scripts/machines/mutants-file.ts. */
export type MachineMutants = {
  detected: number
  survivors: Survivor[]
  /** The numbers of the arrows that had a mutant. */
  tested: number[]
  /** Whether there are results only for earlier versions of the machine's file. */
  isOutdated: boolean
}

/** A mutant that no test detected. */
export type Survivor = {
  what: string
  /** The numbers of the arrows with the fault; none if it is in a state or in an argument of `setup`. */
  arrows: number[]
  /** Why no test can detect it; null if tests are missing. */
  reason: string | null
}
