/** The index of the first point that a logarithmic axis can show; 0 if there is none. */
export const firstAbove0 = (frequencies: Float64Array) =>
  Math.max(
    0,
    frequencies.findIndex((value) => value > 0),
  )
