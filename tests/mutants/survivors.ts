/** Mutants that no suite notices, each with the reason, as `machine id: what was done`. A survivor without one is a gap. */
export const survivors: Record<string, string> = {}
