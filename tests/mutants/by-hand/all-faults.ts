import { type Fault, faults } from './faults'
import { freshFaults } from './fresh-faults'
import { thirdFaults } from './third-faults'

/** All faults made by hand. */
export const allFaults: Fault[] = [...faults, ...freshFaults, ...thirdFaults]
