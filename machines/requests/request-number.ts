/** The number that identifies a simulation request to people: SI-1001. The requests of sample projects have none. */
export const requestNumber = (number: number | null) => (number === null ? 'Sample' : `SI-${number}`)

/** Parses a typed number: "SI-1001", "si-1001" or "1001". Returns null for any other text. */
export function readRequestNumber(text: string): number | null {
  const [, digits] = /^(?:SI-?)?(\d{1,9})$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : Number(digits)
}
