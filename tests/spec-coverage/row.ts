/** The rows of a section: id → kind, requirement. Text between ‘ and ’ is verbatim; `{name}` stands for any text. */
export type Rows = Record<string, [kind: Kind, what: string]>

/** The `what` of a call begins with its operationId, method and path as in the contract. */
type Kind = 'text' | 'constant' | 'storage-key' | 'call' | 'error' | 'route' | 'rule'
