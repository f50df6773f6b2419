const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Parses a decimal number. NaN for blank text and for text that contains anything else. */
export const decimalNumber = (text: string): number => (decimal.test(text) ? Number(text) : Number.NaN)
