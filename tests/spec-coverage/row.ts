/**
 * One promise of the specification or of a decision, and the test that fails when it is broken.
 * `test` is `<file>#<title of the test>`; 'open' where no test asserts it yet.
 */
export type Row = { id: string; section: Section; kind: Kind; what: string; test: string }

/** A section of the specification by its number, or the decisions on what it leaves open. */
export type Section = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'decisions'

/** The `what` of a call begins with its operationId, method and path as the contract has them. */
export type Kind = 'text' | 'constant' | 'storage-key' | 'call' | 'error' | 'route' | 'rule'

/** The rows of one section: id → kind, what is promised, test. */
export const rowsOf = (section: Section, rows: Record<string, [kind: Kind, what: string, test: string]>): Row[] =>
  Object.entries(rows).map(([id, [kind, what, test]]) => ({ id: `${section}-${id}`, section, kind, what, test }))
