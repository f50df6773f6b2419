/** Formats a complex number with four significant digits, such as "40 − 2.5j". */
export function complexText(re: number, im: number): string {
  if (im === 0) return signed(re)
  return re === 0 ? `${signed(im)}j` : `${signed(re)} ${im < 0 ? '−' : '+'} ${signed(Math.abs(im))}j`
}

const signed = (value: number) => `${value < 0 ? '−' : ''}${Number(Math.abs(value).toPrecision(4))}`
