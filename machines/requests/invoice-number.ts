/** The number of an invoice: INV-1001. Trial orders have none. */
export const invoiceNumber = (number: number) => `INV-${number}`

/** The number of the credit note for a refund: CN-1001. Null if the refund has none. */
export const creditNoteNumber = (number: number | null) => (number === null ? null : `CN-${number}`)
