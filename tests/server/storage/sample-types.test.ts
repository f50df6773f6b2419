import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { proposeFileType } from '../../../server/files/file-type'
import { packedContent } from '../../../server/storage/packed-content'

/** Folders of real files, if SAMPLES_DIR is set. Their subfolders are named after what they contain. */
const folders = (process.env['SAMPLES_DIR'] ?? '').split(path.delimiter).filter(Boolean)
const types: Record<string, string> = {
  ...{ layout: 'layout', gerber: 'layout', stackup: 'stackup', touchstone: 'model', ibis: 'model', spice: 'model' },
  // A job file of a solver, a table of results, and a mechanical model.
  ...{ material: 'other', reports: 'other', mech: 'other' },
}
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes(path.sep) && statSync(path.join(folder, file)).isFile())
    .map((file) => [file, path.join(folder, file)] as const),
)

describe.skipIf(files.length === 0)('real files get the type of what they contain', () => {
  test.each(files)('%s', async (file, place) => {
    const whole = readFileSync(place)
    const head = whole.subarray(0, 4096)
    const read = async (start: number, length: number) => whole.subarray(start, start + length)
    const content = await packedContent(read, { size: whole.length, head })
    expect(proposeFileType(path.basename(file), { head, ...content })).toBe(types[file.split(path.sep)[0] ?? ''])
  })
})

test.skipIf(files.length > 0)('real files: skipped, because SAMPLES_DIR is not set', () => {})
