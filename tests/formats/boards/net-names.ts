/** Expands the alternatives in net names: `CSI_D{0,1}_{P,N}` stands for four nets. A range is written `{0..7}`. */
export function names(...patterns: string[]): string[] {
  return patterns.flatMap((pattern) => {
    const [, before = '', inside, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
    if (inside === undefined) return [pattern]
    const range = /^(\d+)\.\.(\d+)$/.exec(inside)
    const options = range
      ? Array.from({ length: Number(range[2]) - Number(range[1]) + 1 }, (_, index) => `${Number(range[1]) + index}`)
      : inside.split(',')
    return names(...options.map((option) => `${before}${option}${after}`))
  })
}

/**
 * Expands differential pairs: `CSI_D{0,1}_{P|N}` stands for two pairs. Braces with a bar contain the polarities, the
 * positive one first.
 */
export const pairs = (...patterns: string[]): [positive: string, negative: string][] =>
  patterns.flatMap((pattern) => {
    const [, before = '', plus = '', minus = '', after = ''] = /^(.*)\{([^{|]*)\|([^}]*)\}(.*)$/.exec(pattern) ?? []
    const negatives = names(`${before}${minus}${after}`)
    return names(`${before}${plus}${after}`).map((positive, index): [string, string] => [
      positive,
      negatives[index] ?? '',
    ])
  })
