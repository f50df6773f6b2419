/** So many cards that are not in sight yet are made at a time. */
const atATime = 2

/**
 * How many cards of each row are in the page. A row in sight has all of them at once. Those beyond the window come a few
 * a frame, so that none has to make a whole row, and all are there before they are scrolled to.
 */
export function rowsAhead() {
  let made = new Map<number, number>()
  return {
    /** The next step towards these rows of so many cards; `isComplete` when there is nothing left to make. */
    next(rows: number[], columns: number, isInSight: (row: number) => boolean) {
      let left = atATime
      const counts = new Map<number, number>()
      for (const row of rows) {
        const had = made.get(row) ?? 0
        const count = isInSight(row) ? columns : Math.min(columns, had + left)
        if (!isInSight(row)) left -= Math.max(0, count - had)
        counts.set(row, count)
      }
      made = counts
      return { counts, isComplete: rows.every((row) => counts.get(row) === columns) }
    },
  }
}
