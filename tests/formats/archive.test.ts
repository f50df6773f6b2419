import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { openArchive } from '../../src/formats/archive/archive'
import { repliesWithDocument } from '../../src/formats/worker/documents-worker-protocol'
import { compress } from './archive/compress'
import { sample } from './sample-files'
import { paxEntry, tarEntry, tarOfEntries } from '../support/packed-files'

const text = new TextEncoder().encode('R1 GND 3V3\n'.repeat(1000))
const blob = (...parts: Uint8Array[]) => new Blob(parts.map((part) => part.slice()))

/** The name and text of the only file in an archive. */
async function only(name: string, content: Blob) {
  const opened = await openArchive(name, content)
  if (!('file' in opened)) throw new Error(`It has ${opened.total} files.`)
  return [opened.file.name, await opened.file.content.text()]
}
const refusal = async (name: string, content: Blob) => {
  for await (const reply of repliesWithDocument({ id: 1, about: 'archive', name, content })) {
    if ('refused' in reply) return reply.refused.message
  }
  return null
}

const bytes = (value: number, length: number) => Array.from({ length }, (_, at) => (value / 256 ** at) & 255)
/** A Zstandard frame (RFC 8878) of blocks of one repeated byte, with a window of 1 KB times 2 ** `window`. */
function zstandard(blocks: number, { window = 10, size = 131_072 } = {}) {
  const block = (isLast: boolean) => [...bytes((size << 3) | (1 << 1) | Number(isLast), 3), 65]
  const all = Array.from({ length: blocks }, (_, at) => block(at === blocks - 1)).flat()
  return new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, window << 3, ...all])
}

const tar = (...entries: Uint8Array[]) => blob(tarOfEntries(...entries))

/** The offset of the central directory of a zip. */
const listed = (zip: Uint8Array) => new TextDecoder('latin1').decode(zip).indexOf('PK\x01\x02')

describe('the only file of', () => {
  test('a gzip file is named by the archive', async () => {
    expect(await only('nets.txt.gz', blob(gzipSync(text)))).toEqual(['nets.txt', new TextDecoder().decode(text)])
  })

  test('a gzip file keeps the name that it was packed with', async () => {
    const packed = gzipSync(text)
    const named = new Uint8Array([
      ...packed.subarray(0, 10),
      ...new TextEncoder().encode('dir/board.net\0'),
      ...packed.subarray(10),
    ])
    named[3] = 8
    expect((await only('download.gz', blob(named)))[0]).toBe('board.net')
  })

  test('a gzip file of several parts is complete', async () => {
    const [, content] = await only('a.txt.gz', blob(gzipSync(text), gzipSync(text)))
    expect(content).toHaveLength(2 * text.length)
  })

  test('a Zstandard file', async () => {
    expect(await only('a.log.zst', blob(zstandard(1, { size: 5 })))).toEqual(['a.log', 'AAAAA'])
    const [, long] = await only('a.log.zst', blob(zstandard(20)))
    expect(long).toBe('A'.repeat(20 * 131_072))
  })

  test('a zip, apart from folders and the files that macOS adds', async () => {
    const zip = zipSync({
      'out/': new Uint8Array(),
      'out/a.net': text,
      '__MACOSX/out/._a.net': text,
      'out/.DS_Store': text,
    })
    expect(await only('a.zip', blob(zip))).toEqual(['a.net', new TextDecoder().decode(text)])
  })

  test('a tar archive', async () => {
    const packed = tar(tarEntry('out/', '', { type: '5' }), tarEntry('out/a.net', text))
    expect(await only('a.tar', packed)).toEqual(['a.net', new TextDecoder().decode(text)])
  })

  test('a zip that is not compressed', async () => {
    expect((await only('a.zip', blob(zipSync({ 'a.net': [text, { level: 0 }] }))))[1]).toHaveLength(text.length)
  })

  test('a zip with the longest comment', async () => {
    const zip = zipSync({ 'a.txt': text })
    new DataView(zip.buffer).setUint16(zip.byteLength - 2, 65_535, true)
    const commented = blob(zip, new Uint8Array(65_535).fill(32))
    expect(await only('a.zip', commented)).toEqual(['a.txt', new TextDecoder().decode(text)])
  })

  test('a file of the program compress', async () => {
    expect(await only('nets.txt.Z', blob(compress(text)))).toEqual(['nets.txt', new TextDecoder().decode(text)])
  })

  test('a tar archive whose names are in UTF-8', async () => {
    expect((await only('a.tar', tar(tarEntry('Prüfung/Ω.net', text))))[0]).toBe('Ω.net')
  })

  test('a tar archive whose names are in Latin-1', async () => {
    const name = Uint8Array.from('größe.net', (char) => char.charCodeAt(0))
    expect((await only('a.tar', tar(tarEntry(name, text))))[0]).toBe('größe.net')
  })

  test('a .tgz file is a tar archive, whatever is in it', async () => {
    expect((await only('notes.tgz', blob(gzipSync(text))))[0]).toBe('notes.tar')
  })

  test('an empty gzip file is empty', async () => {
    expect(await only('a.txt.gz', blob(gzipSync(new Uint8Array())))).toEqual(['a.txt', ''])
  })
})

describe('several files are listed', () => {
  test('in a zip', async () => {
    const zip = zipSync({ 'a.txt': text, 'b/../../c.txt': text.subarray(0, 11) })
    expect(await openArchive('a.zip', blob(zip))).toEqual({
      entries: [
        { path: 'a.txt', size: 11_000 },
        { path: 'b/../../c.txt', size: 11 },
      ],
      total: 2,
      isFabrication: false,
    })
    expect(await openArchive('a.zip', blob(zipSync({})))).toEqual({ entries: [], total: 0, isFabrication: false })
  })

  test('in a tar archive', async () => {
    expect(await openArchive('a.tar', tar(tarEntry('a.txt', text), tarEntry('b.txt', text)))).toMatchObject({
      entries: [{ path: 'a.txt' }, { path: 'b.txt', size: 11_000 }],
      total: 2,
    })
  })

  test('in a tar archive with names that are longer than its headers', async () => {
    const long = `${'gerber/'.repeat(20)}top.gbr`
    // GNU tar writes such a long name as the content of an entry before the file. The file's own header has only the
    // start of the name.
    const named = (path: string) => [
      tarEntry('././@LongLink', `${path}\0`, { type: 'L' }),
      tarEntry(path.slice(0, 100), text),
    ]
    const other = long.replace('top', 'bottom')
    const packed = tar(...named(long), tarEntry('b.txt', text), ...named(other), tarEntry('c.txt', text))
    const opened = await openArchive('a.tar', packed)
    expect('entries' in opened && opened.entries.map(({ path }) => path)).toEqual([long, 'b.txt', other, 'c.txt'])
  })

  test('in a tar archive with names in pax headers', async () => {
    // Written by Python's tarfile. The file's own header has the start of the name, without letters beyond ASCII.
    const folder = 'release/'.repeat(15)
    const packed = tar(
      paxEntry(`150 path=${folder}networks/größe.net\n13 mtime=1.5\n`),
      tarEntry(folder.slice(0, 100), text),
      paxEntry('20 path=größe.net\n'),
      tarEntry('gr??e.net', text),
      tarEntry('a.txt', text),
    )
    const opened = await openArchive('a.tar', packed)
    const paths = [`${folder}networks/größe.net`, 'größe.net', 'a.txt']
    expect('entries' in opened && opened.entries.map(({ path }) => path)).toEqual(paths)
  })

  test('up to 1,000 of them', async () => {
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`${at}.txt`, new Uint8Array()]))
    const opened = await openArchive('a.zip', blob(zipSync(many, { level: 0 })))
    expect('entries' in opened && [opened.entries.length, opened.total]).toEqual([1000, 1200])
  })

  test('unless they are Gerber and drill files, which are drawn', async () => {
    expect(await openArchive('set.zip', blob(sample('set.zip')))).toMatchObject({ isFabrication: true })
  })
})

describe('these are refused:', () => {
  const limit = /at most 256 MB after unpacking, found more\.$/

  test('files that unpack to more than 256 MB', async () => {
    expect(await refusal('a.zst', blob(zstandard(2049)))).toMatch(limit)
  })

  test('a zip whose only file declares more than 256 MB, or a wrong size', async () => {
    const zip = zipSync({ 'a.txt': text })
    const view = new DataView(zip.buffer, zip.byteOffset)
    for (const [size, reason] of [
      [300 * 1_048_576, limit],
      [5, /damaged/],
      [20_000, /damaged/],
    ] as const) {
      view.setUint32(listed(zip) + 24, size, true)
      expect(await refusal('a.zip', blob(zip))).toMatch(reason)
    }
  })

  test('a zip of more than 4 GB, whose sizes or positions are in Zip64 records', async () => {
    const whole = zipSync({ 'a.txt': text })
    const end = whole.byteLength - 22
    for (const at of [end + 16, listed(whole) + 20, listed(whole) + 24, listed(whole) + 42]) {
      const zip = whole.slice()
      new DataView(zip.buffer).setUint32(at, 0xffff_ffff, true)
      expect(await refusal('a.zip', blob(zip))).toBe(
        `Zip, byte ${end}: expected at most 65,534 files and 4 GB, found more.`,
      )
    }
  })

  test('a Zstandard window of more than 128 MB', async () => {
    expect(await refusal('a.zst', blob(zstandard(1, { window: 21 })))).toMatch(/a window of at most 128 MB/)
    // A single segment, whose window is its whole content of 3 GB.
    const segment = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0x5e, 0xd0, 0xb2, 1, 0, 0])
    expect(await refusal('a.zst', blob(segment))).toMatch(/a window of at most 128 MB/)
  })

  test('a Zstandard window of 128 MB is the largest', async () => {
    const head = [0x28, 0xb5, 0x2f, 0xfd]
    const block = [...bytes((16 << 3) | (1 << 1) | 1, 3), 65]
    const frame = (...header: number[]) => refusal('a.zst', blob(new Uint8Array([...head, ...header, ...block])))
    const reason = /a window of at most 128 MB/
    // The window is 2 ** (10 + exponent) bytes, and an eighth of that for each unit of the last three bits.
    expect(await frame(0, 17 << 3)).toBeNull()
    expect(await frame(0, (17 << 3) | 1)).toMatch(reason)
    // The ID of a dictionary, whose size is in the last two bits of the descriptor, follows the window.
    expect(await frame(1, (17 << 3) | 1, 0)).toMatch(reason)
    // A single segment with a size of 4 bytes.
    expect((await frame(0xa0, ...bytes(128 * 1_048_576, 4))) ?? '').not.toMatch(reason)
    expect(await frame(0xa0, ...bytes(128 * 1_048_576 + 1, 4))).toMatch(reason)
  })

  test.each([
    [9, 'Deflate64'],
    [12, 'bzip2'],
    [14, 'LZMA'],
  ])('a zip with the compression method %i (%s)', async (method) => {
    const zip = zipSync({ 'a.txt': text })
    zip[listed(zip) + 10] = method
    expect(await refusal('a.zip', blob(zip))).toBe(`Zip, byte 0: expected deflate compression, found method ${method}.`)
  })

  test('an encrypted zip', async () => {
    const zip = zipSync({ 'a.txt': text })
    zip[listed(zip) + 8] = 1
    expect(await refusal('a.zip', blob(zip))).toBe(
      'Zip, byte 0: expected an archive without a password, found an encrypted one.',
    )
  })

  test.each([
    ['a.gz', gzipSync(text).subarray(0, 40)],
    ['a.Z', new Uint8Array([0x1f, 0x9d, 0x90, 255, 255, 255])],
    ['a.zst', zstandard(3).subarray(0, 12)],
    ['a.zip', zipSync({ 'a.txt': text }).subarray(0, 60)],
    ['a.gz', new Uint8Array([0x1f, 0x8b, 8, 0, ...Array<number>(60).fill(255)])],
  ])('a damaged %s', async (name, content) => {
    expect(await refusal(name, blob(content))).toMatch(
      /^(?:gzip|compress|Zstandard|Zip), byte 0: expected an archive that can be unpacked, found a damaged one\.$/,
    )
  })

  test('a tar archive that ends early', async () => {
    expect(await refusal('a.tar', blob(tarEntry('a.txt', text).subarray(0, 2000)))).toBe(
      'tar, byte 0: expected a complete archive, found one that ends early.',
    )
  })
})
