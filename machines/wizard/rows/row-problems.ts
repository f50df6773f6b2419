import { listed } from '../../lib/listed'
import type { PriceTable } from './interfaces'
import { isBlank, type PiField, piLabels, rowName, type Rows, type SiField, siLabels } from '../request-rules'
import { piMistakes, siMistakes } from './row-checks'

/** The problems that prevent rows from being ordered: empty fields and invalid values. Pure functions. */

export type RowProblem = {
  kind: 'si' | 'pi'
  rowId: number
  /** The position among the rows of its kind, starting at 1. */
  row: number
  /** Empty or invalid fields, in the order of the row. */
  fields: (SiField | PiField)[]
  /** The names of the empty fields. */
  names: string[]
  /** Messages about the invalid fields. */
  mistakes: string[]
}

const problemsIn = <Field extends SiField | PiField, Row extends { id: number } & Record<Field, string | string[]>>(
  kind: RowProblem['kind'],
  rows: Row[],
  labels: Record<Field, string>,
  mistakesOf: (row: Row) => Partial<Record<Field, string>>,
): RowProblem[] =>
  rows.flatMap((row, index) => {
    const mistakes = mistakesOf(row)
    const isEmpty = (field: Field) => isBlank(row[field])
    const fields = (Object.keys(labels) as Field[]).filter((field) => isEmpty(field) || field in mistakes)
    if (fields.length === 0) return []
    const names = fields.filter(isEmpty).map((field) => labels[field])
    const wrong = fields.flatMap((field) => mistakes[field] ?? [])
    return [{ kind, rowId: row.id, row: index + 1, fields, names, mistakes: wrong }]
  })

/** The rows that cannot be ordered yet, and why. With a price table, also those that it no longer offers. */
export const rowProblemsOf = ({ si, pi }: Rows, prices?: PriceTable): RowProblem[] => [
  ...problemsIn('si', si, siLabels, (row) => siMistakes(row, prices)),
  ...problemsIn('pi', pi, piLabels, (row) => piMistakes(row, prices)),
]

/** The problem as a sentence: "Signal integrity row 2 is missing values for speed and clock signal." */
export function rowProblemText({ kind, row, names, mistakes }: RowProblem): string {
  const name = rowName(kind, row)
  const values = names.length === 1 ? 'a value' : 'values'
  const missing = names.length === 0 ? `${name}:` : `${name} is missing ${values} for ${listed(names)}.`
  return [missing, ...mistakes].join(' ')
}
