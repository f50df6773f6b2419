import { eachLine } from '../source-text'

/** The units of a file, in mm: one for lengths, and one for symbol sizes, which are in mils or micrometers. */
export interface OdbUnit {
  length: number
  symbol: number
}

export const inch: OdbUnit = { length: 25.4, symbol: 0.0254 }
export const mm: OdbUnit = { length: 1, symbol: 0.001 }

/** The unit that a line states (`UNITS=MM`, `U INCH`); null for any other line. */
export function unitOf(line: string): OdbUnit | null {
  const stated = /^(?:UNITS\s*=|U\s)\s*(\w+)/.exec(line)?.[1]?.toUpperCase()
  if (stated === undefined) return null
  return stated === 'MM' ? mm : inch
}

/**
 * The unit that the file `misc/info` states; null if there is none. It applies to the files of the job that state no
 * unit themselves.
 */
export function jobUnit(info: string | null): OdbUnit | null {
  let unit: OdbUnit | null = null
  eachLine(info ?? '', (line) => {
    unit = unitOf(line.trim()) ?? unit
    return true
  })
  return unit
}

export const statesUnit = (text: string) => /^[ \t]*(?:UNITS\s*=|U\s)\s*\w/m.test(text)
