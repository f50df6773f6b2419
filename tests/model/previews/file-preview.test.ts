import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import type { ProjectFile } from '../../../machines/files/file-order'
import { formatWithoutPreview, kindOfContent } from '../../../machines/previews/content-kinds'
import * as preview from '../../../machines/previews/file-preview.machine'
import { deliveryOf, exportAdvice, kindOf } from '../../../machines/previews/preview-kinds'
import { covers } from '../../spec-coverage/covers'
import { projectFile } from '../samples'

describe('preview', () => {
  type Load = (asked: { input: preview.PreviewRequest }) => Promise<preview.PreviewContent | preview.NoPreview>
  const start = (file: ProjectFile, load?: Load) => {
    const actor = createActor(
      preview.filePreviewMachine.provide({
        actors: {
          loadContent: fromPromise<preview.PreviewContent | preview.NoPreview, preview.PreviewRequest>(
            load ??
              (async ({ input }) =>
                input.kind
                  ? { as: 'stream', url: input.file.name }
                  : { as: 'nothing', recognized: { kind: 'archive', format: '7-Zip' } }),
          ),
        },
      }),
      { input: { file } },
    ).start()
    return { actor, quiet: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')) }
  }
  const recognize: Load = async () => ({ as: 'nothing', recognized: { kind: 'model', format: 'DWG' } })
  const photo = projectFile({ id: 'a', name: 'photo.PNG' })

  test('shows a file of a known kind that has an id and content', async () => {
    expect(preview.contentOf(await start(photo).quiet())).toEqual({ as: 'stream', url: 'photo.PNG' })
    const unsupported = await start(projectFile({ id: 'b', name: 'archive.7z' })).quiet()
    expect([preview.isUnsupported(unsupported), preview.contentOf(unsupported)]).toEqual([true, null])
    expect(preview.unshownFormatOf(unsupported)).toBe('7-Zip archive')
    // Without an extension, the format is that of the content.
    expect(preview.unshownFormatOf(await start(projectFile({ id: 'd', name: 'drawing' }), recognize).quiet())).toBe(
      'DWG',
    )
    const empty = start(projectFile({ id: 'c', name: 'empty.txt', size: 0 })).actor.getSnapshot()
    expect([preview.isUnavailable(empty), preview.isEmpty(empty)]).toEqual([true, true])
    const nameless = start(projectFile({ id: '', name: 'no-id.txt' })).actor.getSnapshot()
    expect([preview.isUnavailable(nameless), preview.isEmpty(nameless)]).toEqual([true, false])
  })

  test('falls back to text or a table if a file is too large or cannot be read in its format', async () => {
    const asked: preview.PreviewRequest[] = []
    const load: Load = async ({ input }) => {
      asked.push(input)
      return { as: 'whole', bytes: new Blob(['Layer,Thickness']) }
    }
    const { actor, quiet } = start(projectFile({ id: 'a', name: 'stackup.csv' }), load)
    await quiet()
    actor.send({ type: 'preview.unreadable', reason: 'Row 2 has no thickness.' })
    const table = actor.getSnapshot()
    expect([preview.previewedKind(table), preview.remarkOf(table)]).toEqual([
      'table',
      'Shown as a table: Row 2 has no thickness.',
    ])
    expect(preview.reasonOf(table)).toBe('Row 2 has no thickness.')
    const text = await start(projectFile({ id: 'b', name: 'board.kicad_pcb', size: 300 * 1_048_576 }), load).quiet()
    expect([preview.previewedKind(text), text.matches('shown')]).toEqual(['text', true])
    expect(preview.remarkOf(text)).toMatch(/^Shown as text: /)
    expect(asked.map(({ kind, isFallback }) => [kind, isFallback])).toEqual([
      ['stackup', false],
      ['text', true],
    ])
  })

  test('that is retried no longer says that it was shown in another way', async () => {
    const { actor, quiet } = start(projectFile({ name: 'stackup.csv' }), async () => ({
      as: 'whole',
      bytes: new Blob(['Layer,Thickness']),
    }))
    await quiet()
    actor.send({ type: 'preview.unreadable', reason: 'Row 2 has no thickness.' })
    await quiet()
    actor.send({ type: 'preview.broken', reason: 'this is not text' })
    expect(preview.previewFailureOf(actor.getSnapshot())).toBe('Failed to load preview: this is not text')
    actor.send({ type: 'preview.retry' })
    const again = await quiet()
    expect([preview.previewedKind(again), preview.remarkOf(again)]).toEqual(['stackup', null])
    expect(preview.reasonOf(again)).toBeNull()
  })

  test('that fails shows the reason, and can be retried', async () => {
    let isDown = true
    const { actor, quiet } = start(photo, async () => {
      if (isDown) throw new Error('')
      return { as: 'stream', url: 'x' }
    })
    expect(preview.previewFailureOf(await quiet())).toBe('Failed to load preview: the connection was lost')
    isDown = false
    actor.send({ type: 'preview.retry' })
    expect(preview.previewFailureOf(await quiet())).toBeNull()
    actor.send({ type: 'preview.broken', reason: 'this is not a PDF' })
    expect(preview.previewFailureOf(actor.getSnapshot())).toBe('Failed to load preview: this is not a PDF')
    expect(preview.reasonOf(actor.getSnapshot())).toBe('this is not a PDF')
  })

  test('supports the kinds and extensions of the specification', () => {
    covers('2-preview-images', '2-preview-text', '2-preview-others')
    const kinds = {
      image: 'jpg jpeg png gif svg webp bmp',
      text: 'txt json xml log js html css',
      markdown: 'md',
      table: 'csv',
      pdf: 'pdf',
      video: 'mp4 webm',
      audio: 'mp3 wav',
    }
    for (const [kind, extensions] of Object.entries(kinds)) {
      for (const extension of extensions.split(' ')) expect(kindOf({ name: `a.${extension}` })).toBe(kind)
    }
  })

  test('shows the kind of the content, whatever the name says', () => {
    const shown = (name: string, kind: string, format: string) => kindOfContent({ name }, { kind, format })
    for (const [name, kind, format, expected] of [
      ['scan.txt', 'image', 'PNG', 'image'],
      ['sheet.dat', 'pdf', 'PDF', 'pdf'],
      ['board.bin', 'board', 'KiCad board', 'board'],
      ['top.layer7', 'gerber', 'Gerber', 'fabrication'],
      ['holes.txt', 'drill', 'Excellon drill', 'fabrication'],
      ['line.dat', 'touchstone', 'Touchstone', 'network'],
      ['driver.txt', 'ibis', 'IBIS', 'model'],
      ['receiver.txt', 'ami', 'AMI', 'model'],
      ['filter.txt', 'spice', 'SPICE', 'model'],
      ['layers.csv', 'stackup', 'Stackup', 'stackup'],
      ['nets.csv', 'netlist', 'Net table', 'table'],
      ['nets.asc', 'netlist', 'PADS netlist', 'text'],
      ['take.bin', 'video', 'MP4', 'video'],
      ['notes.doc7', 'text', 'Text', 'text'],
      ['LICENSE', 'text', 'Text', 'text'],
    ] as const) {
      expect(shown(name, kind, format), name).toBe(expected)
    }
  })

  test('leaves the name to decide where the content says little', () => {
    const shown = (name: string, kind: string, format: string) => kindOfContent({ name }, { kind, format })
    expect(shown('song.m4a', 'video', 'MP4')).toBe('audio')
    expect(shown('set.zip', 'archive', 'Zip')).toBe('fabrication')
    expect(shown('broken.png', 'text', 'Text')).toBe('image')
    expect(shown('readme.md', 'spice', 'SPICE')).toBe('markdown')
    expect(shown('stackup-notes.txt', 'stackup', 'Stackup')).toBe('stackup')
    expect(shown('notes.txt', 'stackup', 'Stackup')).toBe('text')
    expect(shown('main.ts', 'text', 'Text')).toBe('text')
    expect(shown('line.ts', 'touchstone', 'Touchstone 2')).toBe('network')
    for (const name of ['case.step', 'a.7z', 'a.pcbdoc']) expect(shown(name, 'text', 'Text'), name).toBeNull()
    expect(shown('a.exe', 'binary', 'Unknown')).toBeNull()
  })

  test('without one, the format is named by content unless the name says more', () => {
    expect(formatWithoutPreview({ name: 'part.bin' }, { kind: 'model', format: 'STEP' })).toBe('STEP')
    expect(formatWithoutPreview({ name: 'part.step' }, { kind: 'model', format: 'STEP' })).toBe('STEP (3D model)')
    expect(formatWithoutPreview({ name: 'a.exe' }, { kind: 'binary', format: 'Unknown' })).toBe('.exe')
    // Allegro and EAGLE use the same extension.
    expect(formatWithoutPreview({ name: 'a.brd' }, { kind: 'board', format: 'Eagle' })).toBe('Eagle')
    expect(formatWithoutPreview({ name: 'a.brd' }, { kind: 'board', format: 'Cadence Allegro (binary)' })).toBe(
      'Cadence Allegro database',
    )
    expect(exportAdvice('a.brd', 'Eagle')).toContain('Non-KiCad Board File')
    expect(exportAdvice('a.brd', 'Cadence Allegro (binary)')).toContain('File > Export > IPC2581')
    expect(exportAdvice('a.PcbDoc', null)).toContain('ODB++ Files')
    expect(exportAdvice('a.asc', 'PADS layout')).toContain('IPC-2581 or ODB++')
    expect(exportAdvice('a.step', 'STEP')).toBeNull()
    expect(formatWithoutPreview({ name: 'a' }, null)).toBe('unknown (no file extension)')
  })

  test('is not offered for other kinds', () => {
    for (const name of ['a.7z', 'a.exe', 'a', 'sp']) expect(kindOf({ name })).toBeNull()
  })

  test('loads long texts in parts and streams large media', () => {
    const MB = 1_048_576
    expect(deliveryOf('text', 4 * MB)).toBe('whole')
    expect(deliveryOf('text', 4 * MB + 1)).toBe('parts')
    expect(deliveryOf('video', 50 * MB)).toBe('whole')
    expect(deliveryOf('video', 50 * MB + 1)).toBe('stream')
    expect(deliveryOf('pdf', 90 * MB)).toBe('whole')
  })
})
