import type { components } from '../../../openapi/generated/product'

export type CheckItem = components['schemas']['StaffCheckItem']

/** The items that an engineer checks before delivery, in this order. */
export const checklist: { item: CheckItem; text: string }[] = [
  { item: 'files', text: 'The files open and match what was ordered' },
  { item: 'nets', text: 'All ordered nets exist on the board' },
  { item: 'stackup', text: 'The stackup and the materials are complete' },
  { item: 'models', text: 'Models and terminations are known' },
  { item: 'setup', text: 'A colleague has reviewed the setup' },
  { item: 'results', text: 'The results are plausible, passive and causal' },
]
