/** Chinese, Japanese and Korean fonts: hundreds of small files, of which a document needs only a few. */
import japanese from '@fontsource/noto-sans-jp/unicode.json'
import korean from '@fontsource/noto-sans-kr/unicode.json'
import chinese from '@fontsource/noto-sans-sc/unicode.json'

import type { FontFamily, LetterRanges } from './font-family'

const files = import.meta.glob<string>(
  '/node_modules/@fontsource/noto-sans-{sc,jp,kr}/files/*-[0-9]*-400-normal.woff',
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
)

/**
 * Creates the font family of a script. It uses only the numbered parts, because the others contain Latin and Cyrillic.
 */
function family(script: 'sc' | 'jp' | 'kr', ranges: LetterRanges): FontFamily {
  const numbered = Object.entries(ranges).flatMap(([part, letters]): [string, string][] =>
    part.startsWith('[') ? [[part.slice(1, -1), letters]] : [],
  )
  const name = `noto-sans-${script}`
  return {
    ranges: Object.fromEntries(numbered),
    addressOf: (part) => files[`/node_modules/@fontsource/${name}/files/${name}-${part}-400-normal.woff`],
  }
}

const families = { sc: family('sc', chinese), jp: family('jp', japanese), kr: family('kr', korean) }

/**
 * Returns the fonts in the order in which to use them. The order depends on the language of the text, because the three
 * languages write some characters differently. Kana identify text as Japanese, hangul as Korean.
 */
export function eastAsianFamilies(text: string): FontFamily[] {
  const { sc, jp, kr } = families
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [jp, sc, kr]
  return /\p{Script=Hangul}/u.test(text) ? [kr, sc, jp] : [sc, jp, kr]
}
