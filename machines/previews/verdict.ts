export type Verdict = 'pass' | 'marginal' | 'fail'

const rank: Verdict[] = ['pass', 'marginal', 'fail']

/** The worst of the verdicts; `pass` if there are none. */
export const worstVerdict = (verdicts: Verdict[]): Verdict =>
  verdicts.reduce<Verdict>((worst, one) => (rank.indexOf(one) > rank.indexOf(worst) ? one : worst), 'pass')
