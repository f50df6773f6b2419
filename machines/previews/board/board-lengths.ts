import { onFirstUse } from '../../lib/on-first-use'

const mmPerMil = 0.0254
const decimals = (digits: number) =>
  onFirstUse(() => new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }))
const millimeters = decimals(3)
const mils = decimals(1)

/** Formats a length in mm on a board as text in mm and mil. */
export const inBothUnits = (mm: number) =>
  `${millimeters().format(rounded(mm, 1000))} mm (${mils().format(rounded(mm / mmPerMil, 10))} mil)`

// Adding 0 turns a rounded -0 into 0.
const rounded = (value: number, steps: number) => Math.round(value * steps) / steps + 0
