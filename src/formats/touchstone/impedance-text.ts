/**
 * An impedance in ohms, such as "40 − 2.5j Ω". The machine of the network's plot cannot import readers, so
 * impedancesText in machines/previews/network writes impedances in the same way.
 */
export function impedanceText(re: number, im: number): string {
  if (im === 0) return `${signed(re)} Ω`
  return re === 0 ? `${signed(im)}j Ω` : `${signed(re)} ${im < 0 ? '−' : '+'} ${signed(Math.abs(im))}j Ω`
}

const signed = (value: number) => `${value < 0 ? '−' : ''}${Number(Math.abs(value).toPrecision(4))}`
