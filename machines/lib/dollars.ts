/**
 * Formats an amount in cents: "$3,000", or "$12.50" if the amount is not a whole number of dollars. Does not use Intl,
 * because its first use takes 20 ms, and public pages show prices while they load.
 */
export function dollarText(cents: number): string {
  const amount = Math.abs(cents) / 100
  const digits = (cents % 100 === 0 ? String(amount) : amount.toFixed(2)).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `${cents < 0 ? '-' : ''}$${digits}`
}
