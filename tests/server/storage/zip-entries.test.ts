import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { zipContent } from '../../../server/storage/zip-entries'

const contentOf = (bytes: Uint8Array) => {
  const zip = Buffer.from(bytes)
  const read = (start: number, length: number) => Promise.resolve(zip.subarray(start, start + length))
  return zipContent(read, { size: zip.length, head: zip.subarray(0, 4096) })
}

const gerber = '%FSLAX46Y46*%\n%MOMM*%\n'
const packed = { 'fab/': strToU8(''), 'fab/Top.txt': strToU8(gerber.repeat(500)), 'notes.md': strToU8('notes') }

describe('the entries of a zip and how they start', () => {
  test.each([0, 9] as const)('at compression level %i', async (level) => {
    const { entries, starts } = await contentOf(zipSync(packed, { level }))
    expect(entries).toEqual(['fab/', 'fab/Top.txt', 'notes.md'])
    expect(starts.map((start) => start.slice(0, gerber.length))).toEqual([gerber, 'notes'])
  })

  test('of a spreadsheet are its texts', async () => {
    const xml = (text: string) => strToU8(`<sst><si><t>${text}</t></si></sst>`)
    const zip = zipSync({
      'xl/workbook.xml': xml('book'),
      'xl/sharedStrings.xml': xml('Dicke'),
      'docProps/a.xml': xml('a'),
    })
    expect((await contentOf(zip)).starts).toEqual(['<sst><si><t>Dicke</t></si></sst>'])
  })

  test('are limited in number and length, whatever they unpack to', async () => {
    const zeros = new Uint8Array(4_000_000)
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.txt`, zeros]))
    const { entries, starts } = await contentOf(zipSync(many))
    expect(entries).toHaveLength(40)
    expect(starts.length).toBeLessThanOrEqual(16)
    for (const start of starts) expect(start.length).toBeLessThanOrEqual(16 * 1024)
  })

  test('of a damaged zip are what can be read, without an error', async () => {
    const whole = zipSync(packed)
    for (let at = 0; at < whole.length; at++) {
      for (const broken of [whole.slice(0, at), whole.with(at, 255 - (whole[at] ?? 0))]) {
        const { entries, starts } = await contentOf(broken)
        expect(entries.length).toBeGreaterThanOrEqual(starts.length)
      }
    }
  })
})
