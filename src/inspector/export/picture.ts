/** The properties that a picture needs from the page's styles. */
const properties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
] as const

const namespace = 'http://www.w3.org/2000/svg'

/**
 * A copy of a chart that needs no style sheet. The width of each text element is fixed, because the program that shows
 * the picture may not have the page's font.
 */
export function pictureOf(chart: SVGSVGElement): { svg: string; width: number; height: number } {
  const { width, height } = chart.viewBox.baseVal
  const copy = chart.cloneNode(true) as SVGSVGElement
  for (const hit of copy.querySelectorAll('.hit')) hit.remove()
  const originals = [chart, ...chart.querySelectorAll(':not(.hit)')]
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[index]
    if (original) keepLook(original, element)
  }
  const background = document.createElementNS(namespace, 'rect')
  background.setAttribute('width', String(width))
  background.setAttribute('height', String(height))
  const stage = chart.closest('.stage')
  background.setAttribute('fill', stage ? getComputedStyle(stage).backgroundColor : 'white')
  copy.prepend(background)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('font-family', 'Geist, Helvetica, Arial, sans-serif')
  return { svg: new XMLSerializer().serializeToString(copy), width, height }
}

function keepLook(original: Element, copy: Element) {
  const computed = getComputedStyle(original)
  for (const name of copy.getAttributeNames())
    if (/^(?:style|class|role|tabindex|aria-|data-(?!state|arrow))/.test(name)) copy.removeAttribute(name)
  if (!original.matches('path, polygon, ellipse, circle, text')) return
  for (const name of properties) copy.setAttribute(name, computed.getPropertyValue(name))
  if (original instanceof SVGTextElement && original.textContent !== '')
    copy.setAttribute('textLength', original.getComputedTextLength().toFixed(1))
}

/** Converts a picture to PNG at twice its size. */
export async function pngOf({ svg, width, height }: ReturnType<typeof pictureOf>): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * 2
    canvas.height = height * 2
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) =>
          blob ? resolve(blob) : reject(new Error('The chart is too large for a PNG file. Save it as SVG instead.')),
        'image/png',
      ),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}
