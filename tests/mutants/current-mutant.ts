export interface FaultyFile {
  file: string
  code: string
}

/** Vitest's configuration file gets its own copy of this module, so the copies share a global variable. */
const holder = globalThis as { current?: { mutant: FaultyFile | null } }
export const current = (holder.current ??= { mutant: null })
