import { refusalText } from '../../wizard/rejected-fields'

/** Translates the API's rejections of a price version into the terms of the form. Pure functions. */

const labels: Record<string, string> = { valid_from: 'The date and time', turnaround_days: 'The delivery time' }

/**
 * A message from the API as a sentence with the labels of the fields instead of their names: "The date and time must be
 * in the future."
 */
export function priceRefusalText(message: string): string {
  const text = refusalText(message.replaceAll(/\b(?:valid_from|turnaround_days)\b/g, (name) => labels[name] ?? name))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The rejected fields, with messages that are shown beside them. Null if no field was rejected. */
export function refusedFields(error: unknown): Record<string, string> | null {
  const { errors } = (error ?? {}) as { errors?: { field: string; message: string }[] }
  if (!errors || errors.length === 0) return null
  return Object.fromEntries(
    errors.map(({ field, message }) => [field, priceRefusalText(message.replace(`${field}: `, ''))]),
  )
}
