/**
 * A requirement of the specification or of a decision, and the test that fails when it is violated. `test` is
 * `<file>#<title of the test>`, or 'open' if no test covers it yet.
 */
export type Row = { id: string; section: Section; kind: Kind; what: string; test: string }

/** A section of the specification by its number, or the decisions on what it leaves open. */
export type Section = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'decisions'

/** The `what` of a call begins with its operationId, method and path as in the contract. */
export type Kind = 'text' | 'constant' | 'storage-key' | 'call' | 'error' | 'route' | 'rule'

/** Creates the rows of one section: id → kind, requirement, test. */
export const rowsOf = (section: Section, rows: Record<string, [kind: Kind, what: string, test: string]>): Row[] =>
  Object.entries(rows).map(([id, [kind, what, test]]) => ({ id: `${section}-${id}`, section, kind, what, test }))
