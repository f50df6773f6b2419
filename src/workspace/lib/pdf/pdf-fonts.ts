/**
 * The fonts of quotes, invoices and reports. Each letter uses the first font file whose Unicode ranges contain it, and
 * files are loaded only when needed.
 */
import fontkit from '@cantoo/fontkit'
import letterRanges from '@fontsource/noto-sans/unicode.json'
import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'

import type { FontFamily } from './font-family'

/** Reads a font file at a URL that the build generated. */
export type ReadFont = (address: string) => Promise<Uint8Array>

export type PdfFonts = {
  /** Returns the font that contains the letter, or undefined if none does. */
  fontOf(letter: string, weight: 'regular' | 'bold'): PDFFont | undefined
  mono: PDFFont
}

// The font subsetting library supports WOFF, but loses the outlines of WOFF 2.
const files = import.meta.glob<string>('/node_modules/@fontsource/noto-sans/files/noto-sans-*-{400,700}-normal.woff', {
  query: '?url',
  import: 'default',
  eager: true,
})
const family = (weight: 400 | 700): FontFamily => ({
  ranges: letterRanges,
  addressOf: (part) => files[`/node_modules/@fontsource/noto-sans/files/noto-sans-${part}-${weight}-normal.woff`],
})

/**
 * Embeds the regular fonts for the letters of `text`, and the bold fonts for the letters of `bold`, the text of the
 * titles.
 */
export async function embedFonts(
  document: PDFDocument,
  { text, bold }: { text: string; bold: string },
  read: ReadFont,
): Promise<PdfFonts> {
  document.registerFontkit(fontkit)
  const embed = async (address: string) => document.embedFont(await read(address), { subset: true })
  const byLetter = new Map<string, PDFFont>()
  let missing = await coverLetters(lettersOf(text), family(400), byLetter, embed)
  if (missing.length > 0) {
    const { eastAsianFamilies } = await import('./east-asian-fonts')
    for (const one of eastAsianFamilies(text)) missing = await coverLetters(missing, one, byLetter, embed)
  }
  const boldByLetter = new Map<string, PDFFont>()
  await coverLetters(lettersOf(bold), family(700), boldByLetter, embed)
  return {
    fontOf: (letter, weight) => (weight === 'bold' ? boldByLetter.get(letter) : undefined) ?? byLetter.get(letter),
    mono: await document.embedFont(StandardFonts.Courier),
  }
}

const lettersOf = (text: string) => [...new Set(text)]

/**
 * Embeds the files whose ranges include any of the letters, and adds their letters to `byLetter`. Returns the letters
 * that no embedded file contains.
 */
async function coverLetters(
  letters: string[],
  { ranges, addressOf }: FontFamily,
  byLetter: Map<string, PDFFont>,
  embed: (address: string) => Promise<PDFFont>,
): Promise<string[]> {
  const parts = Object.entries(ranges).map(([part, text]) => ({ part, has: rangesIn(text) }))
  const wanted = new Map<string, string[]>()
  for (const letter of letters) {
    const code = letter.codePointAt(0) ?? 0
    const file = parts.find(({ has }) => has.some(([from, to]) => code >= from && code <= to))
    const address = file && addressOf(file.part)
    if (address !== undefined) wanted.set(address, [...(wanted.get(address) ?? []), letter])
  }
  for (const [address, some] of wanted) {
    const font = await embed(address)
    const known = new Set(font.getCharacterSet())
    for (const letter of some) if (known.has(letter.codePointAt(0) ?? 0)) byLetter.set(letter, font)
  }
  return letters.filter((letter) => !byLetter.has(letter))
}

const rangesIn = (text: string) =>
  text.split(',').map((range): [number, number] => {
    const [from = '', to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
