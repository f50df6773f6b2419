import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import type { ProjectFile } from '../../../machines/files/file-order'
import * as preview from '../../../machines/previews/file-preview.machine'
import { deliveryOf, kindOf } from '../../../machines/previews/preview-kinds'
import { covers } from '../../spec-coverage/covers'
import { projectFile } from '../samples'

describe('preview', () => {
  type Load = (asked: { input: preview.PreviewRequest }) => Promise<preview.PreviewContent>
  const start = (file: ProjectFile, load?: Load) => {
    const actor = createActor(
      preview.filePreviewMachine.provide({
        actors: {
          loadContent: fromPromise<preview.PreviewContent, preview.PreviewRequest>(
            load ?? (async ({ input }: { input: preview.PreviewRequest }) => ({ as: 'stream', url: input.file.name })),
          ),
        },
      }),
      { input: { file } },
    ).start()
    return { actor, quiet: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')) }
  }
  const photo = projectFile({ id: 'a', name: 'photo.PNG' })

  test('shows a file of a known kind that has an id and content', async () => {
    expect(preview.contentOf(await start(photo).quiet())).toEqual({ as: 'stream', url: 'photo.PNG' })
    const unsupported = start(projectFile({ id: 'b', name: 'archive.7z' })).actor.getSnapshot()
    expect([preview.isUnsupported(unsupported), preview.contentOf(unsupported)]).toEqual([true, null])
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
    const text = await start(projectFile({ id: 'b', name: 'board.kicad_pcb', size: 300 * 1_048_576 }), load).quiet()
    expect([preview.previewedKind(text), text.matches('shown')]).toEqual(['text', true])
    expect(preview.remarkOf(text)).toMatch(/^Shown as text: /)
    expect(asked.map(({ kind }) => kind)).toEqual(['stackup', 'text'])
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
  })

  test('supports the kinds and extensions of the specification', () => {
    covers('2-preview-images', '2-preview-text', '2-preview-others')
    const kinds = {
      image: 'jpg jpeg png gif svg webp bmp',
      text: 'txt md json xml log js html css',
      table: 'csv',
      pdf: 'pdf',
      video: 'mp4 webm',
      audio: 'mp3 wav',
    }
    for (const [kind, extensions] of Object.entries(kinds)) {
      for (const extension of extensions.split(' ')) expect(kindOf({ name: `a.${extension}` })).toBe(kind)
    }
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
