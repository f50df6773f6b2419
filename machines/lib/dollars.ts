const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats an amount in cents: "$3,000", or "$12.50" if the amount is not in whole dollars. */
export const dollarText = (cents: number) => (cents % 100 === 0 ? whole : exact).format(cents / 100)
