// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { gzipSync, strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test, vi } from 'vitest'

import { PreviewContent } from '../../../src/workspace/previews/preview-content'
import { sample } from '../../formats/sample-files'
import { projectFile } from '../../model/samples'
import { tarOfAll } from '../../support/packed-files'
import { DocumentsWorker } from '../workspace/documents-worker'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

beforeEach(() => {
  vi.stubGlobal('Worker', DocumentsWorker)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
})

function preview(name: string, bytes: Uint8Array, onDownload: ((id: string) => void) | null = null) {
  const content = new Blob([bytes.slice()])
  const machines = machinesOver({
    readFile: async () => content,
    readFilePart: async (_: string, { from, to }: { from: number; to: number }) => bytes.slice(from, to),
  })
  const file = projectFile({ id: 'f1', name, size: bytes.length })
  renderWorkspace(<PreviewContent file={file} onDownload={onDownload} />, machines)
  return userEvent.setup()
}

const readme = strToU8(
  '# Bring-up\n\nSee [the guide](https://example.com/guide).\n\n![eye](https://example.com/eye.png)',
)

test('Markdown is formatted, with safe links and without images, and its source is one click away', async () => {
  const user = preview('readme.md', readme)
  expect(await screen.findByRole('heading', { name: 'Bring-up' })).toBeVisible()
  const link = screen.getByRole('link', { name: 'the guide' })
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(link).toHaveAttribute('target', '_blank')
  expect(screen.getByText('Image: eye')).toBeVisible()
  expect(screen.queryByRole('img', { name: 'eye' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Source' }))
  expect(screen.queryByRole('heading', { name: 'Bring-up' })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Search in file' })).toBeVisible()
})

test('long Markdown is added to the page in parts, in order', async () => {
  const added: number[] = []
  const observer = new MutationObserver((records) => {
    const texts = records.flatMap(({ target, addedNodes }) =>
      target instanceof HTMLElement && target.role === 'document' ? [...addedNodes] : [],
    )
    if (texts.length > 0) added.push(texts.length)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const numbers = Array.from({ length: 500 }, (_, index) => `Line ${index + 1}`)
  preview('notes.md', strToU8(numbers.join('\n\n')))
  expect(await screen.findByText('Line 500')).toBeInTheDocument()
  const text = screen.getByRole('document', { name: 'notes.md' })
  expect([...text.children].map(({ textContent }) => textContent)).toEqual(numbers)
  // A paragraph and its text count as two. The first part is inserted together with the document.
  expect(added).toEqual([150, 150, 50])
  observer.disconnect()
})

test.each([
  ['with too many parts', strToU8('*a* '.repeat(10_000)), /^Shown as text: Markdown, line 1: expected at most 20,000/],
  ['larger than 512 KB', new Uint8Array(600_000).fill(65), /^Shown as text: it is larger than 512 KB/],
])('Markdown %s is shown as text, with the reason', async (_, bytes, remark) => {
  preview('readme.md', bytes)
  expect(await screen.findByText(remark)).toHaveAttribute('role', 'status')
})

test('the only file in an archive is shown under its own name and kind', async () => {
  preview('docs.tar.gz', gzipSync(zipSync({ 'docs/readme.md': readme })))
  expect(await screen.findByRole('heading', { name: 'Bring-up' })).toBeVisible()
  expect(screen.getByText(/^The only file in this archive:/)).toHaveTextContent('readme.md')
})

test('several files are listed, with what to do', async () => {
  preview('docs.zip', zipSync({ 'readme.md': readme, 'notes/a.txt': strToU8('a') }))
  const files = within(await screen.findByRole('table', { name: 'Files in docs.zip' }))
  expect(files.getByRole('cell', { name: 'notes/a.txt' })).toBeVisible()
  expect(screen.getByText(/^This archive contains 2 files\. Download it to open them/)).toBeVisible()
})

test('the files of a .tgz that is no ODB++ job are listed', async () => {
  preview('docs.tgz', gzipSync(tarOfAll({ 'readme.md': readme, 'notes/a.txt': strToU8('a') })))
  const files = within(await screen.findByRole('table', { name: 'Files in docs.tar' }))
  expect(files.getByRole('cell', { name: 'notes/a.txt' })).toBeVisible()
})

test('an archive of Gerber files is still drawn as a board', async () => {
  preview('set.zip', sample('set.zip'))
  expect(await screen.findByText(/^Drawing the layers/)).toBeVisible()
})

test('a file without a preview is named with its format, and can be downloaded', async () => {
  preview('case.step.gz', gzipSync(strToU8('ISO-10303-21;\nHEADER;')), vi.fn())
  expect(await screen.findByText('Preview not supported')).toBeVisible()
  expect(screen.getByText('The only file in this archive: case.step')).toBeVisible()
  expect(screen.getByText('STEP (3D model)')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download file instead' })).toBeVisible()
})

test('an archive that cannot be unpacked says why, and can be tried again', async () => {
  preview('notes.txt.gz', gzipSync(readme).subarray(0, 30), vi.fn())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to load preview: gzip, byte 0: expected an archive that can be unpacked, found a damaged one.',
  )
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a large table is read by the worker, with all its rows', async () => {
  const rows = Array.from({ length: 30_000 }, (_, row) => `${row},${row % 7}`)
  preview('values.csv', strToU8(['Time;s,Level', ...rows].join('\n')))
  const table = await screen.findByRole('table', { name: 'values.csv' })
  // The rows arrive in several messages.
  expect(table).toHaveAttribute('aria-rowcount', '30001')
  expect(within(table).getByRole('columnheader', { name: 'Time;s' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Plot' })).toBeVisible()
})

test('a file named .tsv is separated by tabs, whatever else it contains', async () => {
  preview('nets.tsv', strToU8('Net\tRemark\nCLK\tfast, short, near U1\nRST\tslow, long\n'))
  const table = await screen.findByRole('table', { name: 'nets.tsv' })
  expect(within(table).getAllByRole('columnheader')).toHaveLength(3)
})
