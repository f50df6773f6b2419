// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { peopleCalls } from '../../../src/api/people'
import type { ProductApi } from '../../../src/api/product'
import { ApiError } from '../../../src/api/unwrap'
import { DeleteDataDialog } from '../../../src/workspace/people/delete-data-dialog'
import { ExportDataDialog } from '../../../src/workspace/people/export-data-dialog'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

type PeopleCalls = ReturnType<typeof peopleCalls>

const machinesWith = (calls: Partial<PeopleCalls>) =>
  machinesOver({ people: async () => calls as PeopleCalls } satisfies Partial<ProductApi>)

afterEach(() => void vi.restoreAllMocks())

describe('export my data', () => {
  /** Collects what the page saves: the names and sizes of files. */
  const savedFiles = () => {
    const saved: string[] = []
    const { createObjectURL, revokeObjectURL } = URL
    onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }))
    const made: Blob[] = []
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => {} })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${made.at(-1)?.size}`)
    })
    return saved
  }

  test('saves the zip under the name that the server suggests', async () => {
    const saved = savedFiles()
    const exportMe: PeopleCalls['exportMe'] = async ({ onProgress }) => {
      onProgress(3)
      return { bytes: new Blob(['zip']), name: 'my-data.zip' }
    }
    const user = renderWorkspace(<ExportDataDialog onClose={vi.fn()} />, machinesWith({ exportMe }))
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('The ZIP file was saved (3 bytes).'))
    expect(saved).toEqual(['my-data.zip 3'])
  })

  test('that is canceled ends the call and saves nothing, even if the zip arrives', async () => {
    const saved = savedFiles()
    const signals: AbortSignal[] = []
    let arrive: (received: { bytes: Blob; name: null }) => void = () => {}
    const exportMe: PeopleCalls['exportMe'] = ({ signal }) => {
      signals.push(signal)
      return new Promise((resolve) => {
        arrive = resolve
      })
    }
    const user = renderWorkspace(<ExportDataDialog onClose={vi.fn()} />, machinesWith({ exportMe }))
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(signals).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Cancel export' }))
    expect(signals[0]?.aborted).toBe(true)
    arrive({ bytes: new Blob(['zip']), name: null })
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(signals).toHaveLength(2))
    expect(saved).toEqual([])
  })
})

describe('delete my data', () => {
  test('sends the username and whether files are deleted, once for a double click', async () => {
    const sent: object[] = []
    const deleteMe: PeopleCalls['deleteMe'] = async (deletion) => void sent.push(deletion)
    const onDeleted = vi.fn()
    const view = <DeleteDataDialog username="uma" onClose={vi.fn()} onDeleted={onDeleted} />
    const user = renderWorkspace(view, machinesWith({ deleteMe }))
    await user.click(await screen.findByRole('checkbox'))
    await user.type(screen.getByRole('textbox'), 'uma')
    await user.dblClick(screen.getByRole('button', { name: 'Delete my data' }))
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
    expect(sent).toEqual([{ username: 'uma', remove_files: true }])
  })

  test('can be submitted with Enter and shows why the server refuses it', async () => {
    const message = 'Nothing was deleted: a simulation request is unpaid or in progress.'
    const deleteMe = () => Promise.reject(new ApiError(409, { message }))
    const onDeleted = vi.fn()
    const view = <DeleteDataDialog username="uma" onClose={vi.fn()} onDeleted={onDeleted} />
    const user = renderWorkspace(view, machinesWith({ deleteMe }))
    await user.type(await screen.findByRole('textbox'), 'uma{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByRole('textbox')).toHaveValue('uma')
    expect(onDeleted).not.toHaveBeenCalled()
  })
})
