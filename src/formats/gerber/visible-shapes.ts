const shape = /<(circle|rect|path|polygon)\b([^>]*)/g

/**
 * Whether SVG elements of the renderer draw anything. Flashes and lines leave no mark if their aperture has a size of
 * 0. Regions are drawn without an aperture, so they are always visible.
 */
export function hasVisibleShape(elements: string[]): boolean {
  return elements.some((element) => {
    for (const [, tag = '', attributes = ''] of element.matchAll(shape)) if (isVisible(tag, attributes)) return true
    return false
  })
}

function isVisible(tag: string, attributes: string): boolean {
  const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]
  if (tag === 'circle') return valueOf('r') !== '0'
  if (tag === 'rect') return valueOf('width') !== '0' && valueOf('height') !== '0'
  return valueOf('stroke-width') !== '0'
}
