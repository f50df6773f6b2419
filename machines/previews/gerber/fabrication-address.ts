/** The text of a view of a fabrication set for a URL: its board and picture, and the view of the board. */
export const fabricationAddress = ([board = 0, picture = 0]: number[], view: string): string =>
  [...(board > 0 || picture > 0 ? [`part-${board + 1}_${picture + 1}`] : []), ...(view ? [view] : [])].join('*')

/** The board and the picture in a URL. Users can edit URLs, so these may not exist. */
export function partsIn(address: string): number[] {
  const [, board, picture] = /(?:^|\*)part-(\d{1,4})_(\d{1,4})(?:\*|$)/.exec(address) ?? []
  return board === undefined ? [] : [Math.max(1, Number(board)) - 1, Math.max(1, Number(picture)) - 1]
}
