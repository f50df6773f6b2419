import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import type { ProjectFile } from '../../../machines/files/file-order'
import * as preview from '../../../machines/previews/file-preview.machine'
import { deliveryOf, kindOf } from '../../../machines/previews/preview-kinds'
import { covers } from '../../spec-coverage/covers'
import { projectFile } from '../samples'

describe('preview', () => {
  type Load = (asked: { input: preview.PreviewRequest }) => Promise<preview.PreviewContent>
  const start = (files: ProjectFile[], id: string, load?: Load) => {
    const actor = createActor(
      preview.filePreviewMachine.provide({
        actors: {
          loadContent: fromPromise<preview.PreviewContent, preview.PreviewRequest>(
            load ?? (async ({ input }: { input: preview.PreviewRequest }) => ({ as: 'stream', url: input.file.name })),
          ),
        },
      }),
      { input: { files, id } },
    ).start()
    return { actor, quiet: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')) }
  }
  const list = [
    projectFile({ id: 'a', name: 'photo.PNG' }),
    projectFile({ id: 'b', name: 'archive.7z' }),
    projectFile({ id: 'c', name: 'empty.txt', size: 0 }),
    projectFile({ id: '', name: 'no-id.txt' }),
  ]

  test('shows the file, and navigates to the first and last file', async () => {
    const { actor, quiet } = start(list, 'a')
    expect(preview.contentOf(await quiet())).toEqual({ as: 'stream', url: 'photo.PNG' })
    actor.send({ type: 'file.previous' })
    expect(preview.placeOf(actor.getSnapshot())).toEqual({ index: 0, count: 4 })
    actor.send({ type: 'file.next' })
    expect(preview.isUnsupported(actor.getSnapshot())).toBe(true)
    expect(preview.contentOf(actor.getSnapshot())).toBeNull()
    actor.send({ type: 'file.next' })
    expect(preview.isUnavailable(actor.getSnapshot())).toBe(true)
    actor.send({ type: 'file.next' })
    expect(preview.isUnavailable(actor.getSnapshot())).toBe(true)
    actor.send({ type: 'file.next' })
    expect(preview.placeOf(actor.getSnapshot()).index).toBe(3)
    actor.send({ type: 'file.previous' })
    actor.send({ type: 'file.previous' })
    expect(preview.fileOf(actor.getSnapshot())?.id).toBe('b')
    actor.send({ type: 'file.previous' })
    expect(preview.contentOf(await quiet())).toEqual({ as: 'stream', url: 'photo.PNG' })
  })

  test('falls back to text or a table if a file is too large or cannot be read in its format', async () => {
    const asked: preview.PreviewRequest[] = []
    const bytes = new Blob(['Layer,Thickness'])
    const { actor, quiet } = start(
      [
        projectFile({ id: 'a', name: 'stackup.csv' }),
        projectFile({ id: 'b', name: 'board.kicad_pcb', size: 300 * 1_048_576 }),
      ],
      'a',
      async ({ input }: { input: preview.PreviewRequest }) => {
        asked.push(input)
        return { as: 'whole', bytes }
      },
    )
    await quiet()
    actor.send({ type: 'preview.unreadable', reason: 'Row 2 has no thickness.' })
    const table = actor.getSnapshot()
    expect([preview.previewedKind(table), preview.remarkOf(table)]).toEqual([
      'table',
      'Shown as a table: Row 2 has no thickness.',
    ])
    actor.send({ type: 'file.next' })
    const text = await quiet()
    expect([preview.previewedKind(text), text.matches('shown')]).toEqual(['text', true])
    expect(preview.remarkOf(text)).toMatch(/^Shown as text: /)
    expect(asked.map(({ kind }) => kind)).toEqual(['stackup', 'text'])
  })

  test('that fails shows the reason, and can be retried', async () => {
    let isDown = true
    const { actor, quiet } = start(list, 'a', async () => {
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
