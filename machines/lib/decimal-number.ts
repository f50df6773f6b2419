const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** The number that a text consists of; NaN if it contains anything else, is blank, or is not decimal. */
export const decimalNumber = (text: string): number => (decimal.test(text) ? Number(text) : Number.NaN)
