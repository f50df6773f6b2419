// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { FilePreview } from '../../../src/workspace/previews/file-preview'
import { projectFile } from '../../model/samples'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

test('a preview keeps its state when the window becomes too narrow or wide enough for a panel', async () => {
  // jsdom has no layout, so the test decides which media queries match.
  const width = { isWide: true, changed: [] as (() => void)[] }
  const resizeTo = (isWide: boolean) => {
    width.isWide = isWide
    act(() => width.changed.forEach((tell) => tell()))
  }
  vi.stubGlobal('matchMedia', () => ({
    matches: width.isWide,
    addEventListener: (_: string, tell: () => void) => width.changed.push(tell),
    removeEventListener: vi.fn(),
  }))
  URL.createObjectURL = () => 'blob:tour'
  URL.revokeObjectURL = vi.fn()
  const readFile = vi.fn(async () => new Blob(['film']))
  const machines = machinesOver({ readFile })
  const file = projectFile({ id: 'video', name: 'tour.mp4' })
  const on = { onGo: vi.fn(), onDownload: vi.fn(), onRevisions: null, onClose: vi.fn() }
  renderWorkspace(<FilePreview files={[file]} file={file} {...on} />, machines)

  const video = await screen.findByLabelText('tour.mp4', { selector: 'video' })
  const loaded = readFile.mock.calls.length
  const panel = screen.getByRole('dialog', { name: 'tour.mp4' })
  expect(panel).toContainElement(video)

  resizeTo(false)
  const dialog = screen.getByRole('dialog', { name: 'tour.mp4' })
  expect(dialog).not.toBe(panel)
  // It is the same element, so the video does not start over.
  expect(screen.getByLabelText('tour.mp4', { selector: 'video' })).toBe(video)
  expect(dialog).toContainElement(video)

  resizeTo(true)
  expect(screen.getByRole('dialog', { name: 'tour.mp4' })).toContainElement(video)
  expect(readFile).toHaveBeenCalledTimes(loaded)
})
