/** The view of a fabrication set as text for a URL: the chosen board and picture, and the view of the board. */
export const fabricationAddress = ([board = 0, picture = 0]: number[], view: string): string =>
  [...(board > 0 || picture > 0 ? [`part-${board + 1}_${picture + 1}`] : []), ...(view ? [view] : [])].join('*')

/**
 * The indices of the board and the picture in a URL; empty if it contains none. Users can edit URLs, so the board and
 * the picture may not exist.
 */
export function partsIn(address: string): number[] {
  const [, board, picture] = /(?:^|\*)part-(\d{1,4})_(\d{1,4})(?:\*|$)/.exec(address) ?? []
  return board === undefined ? [] : [Math.max(1, Number(board)) - 1, Math.max(1, Number(picture)) - 1]
}
