// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'

import type { ProductApi } from '../../../src/api/product'
import { ApiError } from '../../../src/api/unwrap'
import { droppedFiles, pickedFiles } from '../../../src/workspace/transfers/chosen-files'
import { FilesOf } from './files-of'
import { readableJson } from '../../../src/workspace/previews/text/readable-json'
import { partBytes } from '../../../machines/previews/text/long-text'
import { findNext, readPart } from '../../../src/workspace/previews/text/text-parts'
import { project, projectFile, projectsInput } from '../../model/samples'
import { covers } from '../../spec-coverage/covers'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

beforeAll(() => {
  // jsdom does not implement this property. It is empty for files that were not selected with their folder.
  Object.defineProperty(File.prototype, 'webkitRelativePath', { configurable: true, value: '' })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
})

const listed = (...files: ReturnType<typeof projectFile>[]) => ({ files, total: files.length })

describe('file manager', () => {
  const show = (answers: Partial<ProductApi>) => {
    const machines = machinesOver({
      listProjects: async () => [project({ fileCount: 2 })],
      listFiles: async () => listed(projectFile(), projectFile({ id: 'f2', name: 'result.pdf', folderId: 'reports' })),
      listFileTypes: async () => ['layout', 'stackup', 'other'].map((name, id) => ({ id, name })),
      getFilesSize: async () => 1640,
      ...answers,
    })
    const projects = createActor(machines.projects, { input: projectsInput({ selectedId: 'p1' }) }).start()
    return renderWorkspace(<FilesOf projects={projects} />, machines)
  }

  test('opens with Inputs; Reports accepts no uploads', async () => {
    covers('2-folder-inputs', '2-folder-reports', '2-no-upload-reports')
    const user = show({})
    expect(await screen.findByText('board.kicad_pcb')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Inputs', pressed: true })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload files' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Reports' }))
    expect(screen.getByText('result.pdf')).toBeVisible()
    expect(screen.queryByText('board.kicad_pcb')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Upload files' })).not.toBeInTheDocument()
  })

  test('lists the files with their places among all rows, of which the head is the first', async () => {
    const files = ['a.txt', 'b.txt'].map((name) => projectFile({ id: name, name }))
    show({ listFiles: async () => listed(...files) })
    await screen.findByText('b.txt')
    expect(screen.getByRole('table', { name: 'Files' })).toHaveAttribute('aria-rowcount', '3')
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '2', '3'])
  })

  test('a file with several revisions says so, and its row leads to them', async () => {
    const user = show({
      listFiles: async () =>
        listed(projectFile({ revisions: 2 }), projectFile({ id: 'f2', name: 'once.txt', revisions: 1 })),
      history: async () => ({ listRevisions: async () => [] }) as never,
    })
    expect(await screen.findAllByText(/revisions$/)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: '2 revisions of board.kicad_pcb' }))
    expect(await screen.findByRole('dialog', { name: 'Revisions of board.kicad_pcb' })).toBeVisible()
  })

  test('warns when the storage is three quarters full', async () => {
    show({})
    const meter = await screen.findByRole('meter', { name: 'Storage used' })
    expect(meter).toHaveAttribute('aria-valuenow', '80')
    expect(meter).toHaveAttribute('aria-valuetext', '1.6 GB of 2 GB')
  })

  test('saves a changed type', async () => {
    covers('2-file-type-change')
    const changeFileType = vi.fn<ProductApi['changeFileType']>(async () => projectFile())
    const user = show({ changeFileType })
    await user.selectOptions(await screen.findByLabelText('Type of board.kicad_pcb'), 'stackup')
    await waitFor(() => expect(changeFileType).toHaveBeenCalledWith('f1', 'stackup', expect.any(AbortSignal)))
  })

  test('offers for several selected files only what can be done with several', async () => {
    const user = show({ listFiles: async () => listed(projectFile(), projectFile({ id: 'f2', name: 'stack.csv' })) })
    const actions = () =>
      within(screen.getByRole('group', { name: 'Selected files' }))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'))
    await user.click(await screen.findByRole('checkbox', { name: 'Select board.kicad_pcb' }))
    const one = actions()
    await user.click(screen.getByRole('checkbox', { name: 'Select stack.csv' }))
    const ofOneOnly = ['Share selected file', 'Revisions of selected file']
    expect(one).toEqual(expect.arrayContaining(ofOneOnly))
    expect(actions()).toEqual(one.filter((name) => !ofOneOnly.includes(name ?? '')))
  })

  test('a file that another user has already deleted disappears without an error', async () => {
    const deleteFile = vi.fn<ProductApi['deleteFile']>(() => Promise.reject(new ApiError(404)))
    const user = show({ deleteFile })
    await user.click(await screen.findByRole('button', { name: 'Delete board.kicad_pcb' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('board.kicad_pcb')).not.toBeInTheDocument())
    expect(deleteFile).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('after a deletion, the focus is on the file that took its place, and at the end on the last one', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
    const user = show({
      listFiles: async () => listed(...names.map((name) => projectFile({ id: name, name }))),
      deleteFile: async () => {},
    })
    for (const [deleted, focused] of [
      ['b.txt', 'c.txt'],
      ['d.txt', 'c.txt'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: `Delete ${deleted}` }))
      await user.click(await screen.findByRole('button', { name: 'Delete' }))
      await waitFor(() => expect(screen.getByRole('button', { name: focused })).toHaveFocus())
    }
  })

  test('a list that cannot be loaded shows an error', async () => {
    show({ listFiles: () => Promise.reject(new Error('')) })
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load project files. Please try again.')
  })

  test('an entry without an id has no preview, and one without an id or a name no download', async () => {
    covers('8-download-invalid', '8-download-no-id', 'decisions-preview-not-available')
    const user = show({
      listFiles: async () =>
        listed(
          projectFile({ id: '', name: 'net.txt' }),
          // The API can only send this if it breaks its contract.
          { ...projectFile({ id: 'f2' }), name: null } as never,
        ),
    })
    await user.click(await screen.findByRole('button', { name: 'Download net.txt' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Download failed: File ID is missing')
    await user.click(screen.getByRole('button', { name: /^Download null/ }))
    expect(screen.getByRole('alert')).toHaveTextContent('Download failed: Invalid file')
    await user.click(screen.getByRole('button', { name: 'net.txt' }))
    expect(await screen.findByText('Preview not available')).toBeVisible()
  })

  test('shows before a deletion which files a request retains, and does not offer to delete paid reports', async () => {
    const user = show({
      listFiles: async () =>
        listed(
          projectFile({ pinned: true }),
          projectFile({ id: 'f2', name: 'eye.pdf', folderId: 'reports', pinned: true }),
        ),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete board.kicad_pcb' }))
    const question = await screen.findByRole('dialog', { name: 'Delete file' })
    expect(question).toHaveTextContent(
      '1 file is part of a simulation request: it is removed from the list, but the request keeps it.',
    )
    expect(within(question).getByRole('button', { name: 'Delete' })).toBeEnabled()
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Reports' }))
    await user.click(await screen.findByRole('button', { name: 'Delete eye.pdf' }))
    const refused = await screen.findByRole('dialog', { name: 'Delete file' })
    expect(refused).toHaveTextContent(
      '1 report belongs to paid work and cannot be deleted before the retention period ends.',
    )
    expect(within(refused).queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  test('choosing no files shows an error', async () => {
    show({})
    await screen.findByText('board.kicad_pcb')
    fireEvent.change(screen.getByLabelText('Files to upload'), { target: { files: [] } })
    expect(await screen.findByText('Choose at least one file to upload.')).toBeVisible()
  })

  test('uploads chosen files, and shows the reason for a rejection', async () => {
    const user = show({
      uploadFile: (_who, { file }, { onProgress }) => {
        onProgress(2)
        return file.name === 'big.zip' ? Promise.reject(new Error('The project is full.')) : Promise.resolve([])
      },
    })
    await screen.findByText('board.kicad_pcb')
    await user.upload(screen.getByLabelText('Files to upload'), [
      new File(['text'], 'net.txt'),
      new File(['data'], 'big.zip'),
    ])
    const list = within(await screen.findByRole('list', { name: 'Uploads' }))
    expect(await list.findByText('Failed to upload files: The project is full.')).toBeVisible()
    expect(await list.findByText(/^Uploaded/)).toBeVisible()
    expect(list.getByRole('button', { name: 'Retry big.zip' })).toBeVisible()
  })
})

describe('files from folders', () => {
  const file = (name: string, isReadable = true) => ({
    name,
    isFile: true,
    isDirectory: false,
    file: (resolve: (file: File) => void, reject: (error: unknown) => void) =>
      isReadable ? resolve(new File([''], name)) : reject(new DOMException('', 'NotReadableError')),
  })
  /** A folder that is read in batches, as in browsers. A null batch ends the reading with an error. */
  const folder = (name: string, ...portions: (object[] | null)[]) => ({
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => ({
      readEntries: (resolve: (entries: object[]) => void, reject: (error: unknown) => void) => {
        const portion = portions.shift()
        if (portion === null) reject(new DOMException('', 'NotReadableError'))
        else resolve(portion ?? [])
      },
    }),
  })
  const dropped = (...entries: object[]) =>
    droppedFiles({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] } as never)

  test('have their folders in their names', async () => {
    const rev = folder('rev-a', [file('top.gbr')], [file('features')])
    const { files, unreadable } = await dropped(file('stack.csv'), folder('fab', [file('top.gbr'), rev]))
    expect(files.map(({ name }) => name)).toEqual([
      'stack.csv',
      'fab/top.gbr',
      'fab/rev-a/top.gbr',
      'fab/rev-a/features',
    ])
    expect(unreadable).toEqual([])
  })

  test('that cannot be read are reported, and do not block the others', async () => {
    const { files, unreadable } = await dropped(
      file('locked.brd', false),
      folder('fab', [file('a.gbr'), file('gone.gbr', false), folder('private', null)], null),
      file('stack.csv'),
    )
    expect(files.map(({ name }) => name)).toEqual(['fab/a.gbr', 'stack.csv'])
    expect(unreadable).toEqual(['locked.brd', 'fab/gone.gbr', 'fab/private', 'fab'])
  })

  test('chosen with the folder button have them too', () => {
    const picked = Object.defineProperty(new File([''], 'top.gbr'), 'webkitRelativePath', { value: 'fab/top.gbr' })
    expect(pickedFiles([picked, new File([''], 'a.txt')] as never).files.map(({ name }) => name)).toEqual([
      'fab/top.gbr',
      'a.txt',
    ])
  })
})

describe('JSON on one line', () => {
  test('is split into lines, with its numbers and strings unchanged', () => {
    expect(readableJson('{"a":[1.0,{"b":"{,}"}],"c":{},"d":12345678901234567890}')).toBe(
      '{\n  "a": [\n    1.0,\n    {\n      "b": "{,}"\n    }\n  ],\n  "c": {},\n  "d": 12345678901234567890\n}',
    )
  })

  test('that is nested too deeply is not formatted', () => {
    expect(readableJson('['.repeat(100_000) + ']'.repeat(100_000))).toBeNull()
    expect(readableJson('[[[]]]')).toBe('[\n  [\n    []\n  ]\n]')
  })

  test('with several lines is not changed', () => {
    expect(readableJson('{\n"a":1}')).toBe('{\n"a":1}')
  })
})

describe('a long text', () => {
  const lines = Array.from({ length: 6000 }, (_, index) => `${index + 1} ${'x'.repeat(index % 40)}`)
  const bytes = new TextEncoder().encode(lines.join('\r\n'))
  const source = { size: bytes.length, read: async (from: number, to: number) => bytes.subarray(from, to) }
  const never = new AbortController().signal

  test('read in parts equals the whole, wherever a part begins', async () => {
    const parts = []
    for (let index = 0; index * partBytes < bytes.length; index++) parts.push(await readPart(source, index, never))
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.map(({ text }) => text).join('\n')).toBe(lines.join('\n'))
    expect(parts.reduce((sum, part) => sum + part.lines, 0)).toBe(lines.length)
  })

  test('with a line longer than a part has no lines in that part', async () => {
    const long = new TextEncoder().encode('a'.repeat(3 * partBytes))
    const one = { size: long.length, read: async (from: number, to: number) => long.subarray(from, to) }
    expect((await readPart(one, 0, never)).lines).toBe(1)
    expect(await readPart(one, 1, never)).toMatchObject({ text: '', lines: 0 })
  })

  test('is searched from the current position, ignoring case, until there are no more matches', async () => {
    const search = { ...source, signal: never, onProgress: vi.fn() }
    const text = lines.join('\r\n')
    const first = await findNext({ ...search, word: '5000 X', from: 0 })
    expect(first).toBe(text.indexOf('5000 x'))
    expect(await findNext({ ...search, word: '5000 X', from: (first ?? 0) + 1 })).toBeNull()
  })

  test('is not found in other letters whose bytes look like its own in another case', async () => {
    const bytes = new TextEncoder().encode('堀 Š')
    const text = { size: bytes.length, read: async (from: number, to: number) => bytes.subarray(from, to) }
    expect(await findNext({ ...text, word: 'Š', from: 0, signal: never, onProgress: vi.fn() })).toBe(4)
  })
})
