const shape = /<(circle|rect|path|polygon)\b([^>]*)/g

/**
 * Whether SVG elements of the renderer draw anything. Apertures can have a size of 0, with which flashes and lines
 * leave no mark; regions are drawn without an aperture.
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
