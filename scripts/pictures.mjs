// Draws the pictures that link previews show, without a browser: SVG to PNG, with the fonts of the site.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import subset from 'subset-font'

/** The fonts and weights to convert, since the renderer supports neither WOFF2 nor variable fonts. */
const fonts = [
  { file: 'geist', weight: 400 },
  { file: 'geist', weight: 600 },
  { file: 'geist-mono', weight: 400 },
]
const characters = String.fromCodePoint(...Array.from({ length: 0x2300 - 0x20 }, (_, index) => index + 0x20))

/** Returns functions that measure text in the font of the site and that convert an SVG to PNG. */
export async function openPainter() {
  const wasm = fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
  const [, ...fontBuffers] = await Promise.all([
    initWasm(await readFile(wasm)),
    ...fonts.map(async ({ file, weight }) =>
      subset(await readFile(`src/ui/fonts/${file}.woff2`), characters, {
        targetFormat: 'sfnt',
        variationAxes: { wght: weight },
      }),
    ),
  ])
  const font = { fontBuffers, defaultFontFamily: 'Geist' }
  return {
    measure(text, { size, weight, spacing }) {
      const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-family="Geist" font-size="${size}" font-weight="${weight}" letter-spacing="${spacing}">${safe}</text></svg>`
      return new Resvg(svg, { font }).getBBox()?.width ?? 0
    },
    png: (svg) => new Resvg(svg, { font }).render().asPng(),
  }
}
