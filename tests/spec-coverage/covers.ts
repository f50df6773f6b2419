import type { RowId } from './rows'

/**
 * Claims that the calling test fails if one of these rows is violated. The function does nothing; claims.ts finds its
 * calls in the source. It takes at most five rows, because a test that covers more proves none of them clearly.
 */
export function covers(..._rows: [RowId, RowId?, RowId?, RowId?, RowId?]) {}
