// Writes the fonts in src/ui/fonts: the Latin subset of both families, reduced to the weights that the site uses, which
// makes the files a third smaller. Run it again after updating the @fontsource-variable packages.
import { readFile, writeFile } from 'node:fs/promises'
import subset from 'subset-font'

/** The weights that the fonts keep. src/ui/theme/scales.ts and index.html use the same range. */
const weights = { min: 400, max: 700 }

/** All characters up to the arrows and mathematical operators. The subset keeps those that the Latin fonts contain. */
const text = String.fromCodePoint(...Array.from({ length: 0x2300 - 0x20 }, (_, index) => index + 0x20))

for (const family of ['geist', 'geist-mono']) {
  const source = `node_modules/@fontsource-variable/${family}`
  const font = await readFile(`${source}/files/${family}-latin-wght-normal.woff2`)
  const small = await subset(font, text, { targetFormat: 'woff2', variationAxes: { wght: weights } })
  await writeFile(`src/ui/fonts/${family}.woff2`, small)
  await writeFile(`src/ui/fonts/${family}.LICENSE`, await readFile(`${source}/LICENSE`))
}
