export interface FaultyFile {
  file: string
  code: string
}

/** The configuration file of Vitest is loaded as a module of its own, so both sides share a global variable. */
const holder = globalThis as { current?: { mutant: FaultyFile | null } }
export const current = (holder.current ??= { mutant: null })
