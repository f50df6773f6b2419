/** A number with the word for what it counts, as in "1 text" and "2,000 texts". */
export const counted = (count: number, what: string, several = `${what}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? what : several}`
