/** Type guards for data from files and from pasted text, which is checked before it is shown. */
import type { AnyEventObject, StateValue } from 'xstate'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEvent = (value: unknown): value is AnyEventObject => isObject(value) && typeof value['type'] === 'string'

/** Whether a value is a state value, or missing as in the snapshot of an actor that is not a machine. */
export const isStateValue = (value: unknown): value is StateValue | null | undefined =>
  value === null ||
  value === undefined ||
  typeof value === 'string' ||
  (isObject(value) && Object.values(value).every(isStateValue))

export const isOptionalText = (value: unknown): value is string | null | undefined =>
  value === null || value === undefined || typeof value === 'string'
