import type { components } from '../../../openapi/generated/product'
import { dollarText } from '../../lib/dollars'

/** How much of a project's budget is used. Pure functions. */

export type ProjectBudget = components['schemas']['ProjectBudget']

/** The highest budget that can be set, in US dollars. The contract has the same limit. */
const highestBudget = 10_000_000

/** The user is warned about an order that brings the used share of the budget to at least this percentage. */
const WARNING_PERCENT = 80

const CENTS = 100

/**
 * Warns about an order that uses most of the budget, or more than is left. Null if there is nothing to warn about.
 * `isCounted`: the order is already one of the unpaid requests.
 */
export function budgetWarning(
  { budget, spent_cents: spent, open_cents: open }: ProjectBudget,
  cents: number,
  isCounted: boolean,
): { title: string; text: string } | null {
  if (budget === null) return null
  const whole = budget * CENTS
  const used = spent + open + (isCounted ? 0 : cents)
  const sum = `${dollarText(used)} of ${dollarText(whole)}, including this order and all unpaid requests.`
  if (used > whole) {
    return {
      title: 'This order exceeds the budget of the project.',
      text: `${sum} Cancel unpaid requests, or ask a project manager to raise the budget on the Requests tab of the project.`,
    }
  }
  // Compare exact amounts: the percentage would have to be rounded.
  if (used * 100 < whole * WARNING_PERCENT) return null
  return { title: `At least ${WARNING_PERCENT}% of the budget of the project is used.`, text: sum }
}

/** How much of the budget is used and left, as sentences. */
export function budgetSentences({ budget, spent_cents: spent, open_cents: open }: ProjectBudget): string[] {
  const whole = budget === null ? '' : ` of ${dollarText(budget * CENTS)}`
  const used = [
    `${dollarText(spent)}${whole} spent`,
    ...(open > 0 ? [`${dollarText(open)} reserved for unpaid requests`] : []),
  ].join(', ')
  if (budget === null) return [`No budget. ${used}.`]
  const left = budget * CENTS - spent - open
  return [
    `${used}, ${left < 0 ? `${dollarText(-left)} over budget` : `${dollarText(left)} left`}.`,
    ...(left <= 0 ? ['Nothing more can be ordered within this budget.'] : []),
  ]
}

/** The mistake in a typed budget; null if there is none. Empty text removes the budget. */
export function budgetMistake(text: string): string | null {
  if (text.trim() === '') return null
  const isPossible = /^\d+$/.test(plain(text)) && Number(plain(text)) <= highestBudget
  return isPossible
    ? null
    : `Enter a whole number of US dollars, at most ${dollarText(highestBudget * CENTS)}, or leave the field empty for no budget.`
}

const plain = (text: string) => text.trim().replace(/^\$/, '').replaceAll(',', '')

/** The typed budget in US dollars. Null if there is none. */
export const budgetIn = (text: string): number | null => (text.trim() === '' ? null : Number(plain(text)))
