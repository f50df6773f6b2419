// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import type { KeptRequest } from '../../../machines/wizard/drafts/request-draft'
import { RequestDialog } from '../../../src/workspace/wizard/request-dialog'
import { fullSi, storedRequest as sample } from '../../model/wizard/request-samples'
import { project, projectFile } from '../../model/samples'
import { layOut } from '../workspace/laid-out'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'
import { draftApi } from './draft-api'

beforeAll(layOut)

let api: ReturnType<typeof draftApi>
beforeEach(() => {
  localStorage.clear()
  api = draftApi()
})

const openRequest = () => {
  const machines = machinesOver({
    listRequestProjects: async () => [project()],
    listRequestFiles: async () => [projectFile()],
    getPrices: async () => defaultPrices,
    ...api.orders,
  })
  const on = { onStep: vi.fn(), onProject: vi.fn(), onClose: vi.fn() }
  return renderWorkspace(<RequestDialog projectId="p1" requestedStep={4} {...on} />, machines)
}

/** Simulates a version saved on another computer. */
const elsewhere = (purchaseOrder: string) => {
  const rows = { si: [{ id: 0, ...fullSi }], purchaseOrder }
  const { stamp: _stamp, at: _at, ...content } = sample(rows, { layout: projectFile() })
  api.state.version = { stamp: crypto.randomUUID(), sent_as: null, content }
}
const saved = () => api.state.version?.content as KeptRequest | undefined
const inAccount = () => saved()?.draft.purchaseOrder
const reference = () => screen.findByRole('textbox', { name: /^Purchase order/ })
const question = () => screen.findByText(/^There is another unsent request for this project/, {}, { timeout: 10_000 })
const isSaved = (text: string) => waitFor(() => expect(inAccount()).toBe(text), { timeout: 10_000 })

test('a draft from another machine is restored, and changes are saved', async () => {
  elsewhere('PO-1')
  const user = openRequest()
  expect(await reference()).toHaveValue('PO-1')
  expect(screen.getByText(/^Your unsent request from .* has been restored\.$/)).toBeVisible()
  await user.type(await reference(), '2')
  await isSaved('PO-12')
})

test('the user is asked about changes on both machines, and can keep their own version', async () => {
  elsewhere('PO-1')
  const user = openRequest()
  await reference()
  elsewhere('PO-theirs')
  await user.type(await reference(), '2')
  expect(await question()).toBeVisible()
  expect(screen.getByRole('button', { name: 'Payment' })).toBeDisabled()
  await user.type(await reference(), '3')
  expect(inAccount()).toBe('PO-theirs')
  await user.click(screen.getByRole('button', { name: 'Keep this one' }))
  await isSaved('PO-123')
  expect(screen.queryByText(/^There is another unsent request/)).toBeNull()
})

test('or use the version from the other machine', async () => {
  elsewhere('PO-1')
  const user = openRequest()
  await reference()
  elsewhere('PO-theirs')
  await user.type(await reference(), '2')
  await question()
  await user.click(screen.getByRole('button', { name: 'Continue with that one' }))
  await waitFor(async () => expect(await reference()).toHaveValue('PO-theirs'))
  expect(inAccount()).toBe('PO-theirs')
  expect(screen.queryByText(/^There is another unsent request/)).toBeNull()
})

test('the user is asked about a draft that was paid elsewhere, and can keep it as a new one', async () => {
  elsewhere('PO-1')
  const user = openRequest()
  await reference()
  api.state.version = null
  await user.type(await reference(), '2')
  const gone = 'This request was sent or discarded in another tab or on another device.'
  expect(await screen.findByText(gone, {}, { timeout: 10_000 })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Keep this one' }))
  await isSaved('PO-12')
  expect(saved()?.key).not.toBe('kept-key')
})

test('closing the wizard saves the last change immediately', async () => {
  elsewhere('PO-1')
  const user = openRequest()
  await user.type(await reference(), '2')
  cleanup()
  await waitFor(() => expect(inAccount()).toBe('PO-12'))
})

test('the user is asked about a draft that arrives after they have begun', async () => {
  elsewhere('PO-late')
  let isSlow = true
  const { getRequestDraft } = api.orders
  api.orders.getRequestDraft = async () => {
    if (isSlow) throw Object.assign(new Error('No response.'), { status: 0 })
    return getRequestDraft()
  }
  const user = openRequest()
  await user.type(await reference(), 'PO-mine')
  isSlow = false
  // The user returns to the tab, as after a lost connection.
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await question()).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Keep this one' }))
  await isSaved('PO-mine')
})

test('the user is not asked any longer about a draft that another tab has discarded and restored', async () => {
  elsewhere('PO-1')
  openRequest()
  await reference()
  const key = Object.keys(localStorage).find((one) => one.endsWith(':request:p1')) ?? ''
  const stored = localStorage.getItem(key) ?? ''
  const changeInOtherTab = (content: string | null) => {
    if (content === null) localStorage.removeItem(key)
    else localStorage.setItem(key, content)
    dispatchEvent(new StorageEvent('storage', { key }))
  }
  const gone = 'This request was sent or discarded in another tab or on another device.'
  act(() => changeInOtherTab(null))
  expect(screen.getByText(gone)).toBeVisible()
  act(() => changeInOtherTab(JSON.stringify({ ...JSON.parse(stored), stamp: 'stamp-restored' })))
  expect(screen.queryByText(gone)).toBeNull()
  expect(screen.getByRole('textbox', { name: /^Purchase order/ })).toHaveValue('PO-1')
})
