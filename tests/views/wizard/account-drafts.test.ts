// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { emptyDraft, type KeptRequest } from '../../../machines/wizard/drafts/request-draft'
import { accountDrafts } from '../../../src/workspace/wizard/drafts/account-drafts'
import { dropSharedDrafts } from '../../../src/session/drafts/cross-tab-drafts'
import {
  discardRequest,
  dropSentRequest,
  storedRequest,
  storeRequest,
} from '../../../src/workspace/wizard/drafts/request-drafts'
import { simulationRequest } from '../../model/wizard/request-samples'
import { draftApi } from './draft-api'

const draftsOver = (calls: Awaited<ReturnType<Parameters<typeof accountDrafts>[0]>>) =>
  accountDrafts(
    async () => calls,
    () => 'u1',
  )

/** The drafts in a browser, with an API that has one project. */
function startApi() {
  const { state, orders } = draftApi()
  return { state, drafts: draftsOver(orders) }
}

const kept = (purchaseOrder: string, sentAs: string | null = null): KeptRequest => ({
  draft: { ...emptyDraft, projectId: 'p1', purchaseOrder },
  files: { layout: null, stackup: null, material: null },
  key: 'key',
  sentAs,
})

let api: ReturnType<typeof startApi>
const type = (purchaseOrder: string, sentAs: string | null = null) => storeRequest('u1', kept(purchaseOrder, sentAs))
const here = () => storedRequest('u1', 'p1')?.draft.purchaseOrder ?? null
const inAccount = () => (api.state.version?.content as KeptRequest | undefined)?.draft.purchaseOrder ?? null
const open = () => api.drafts.open('p1', new AbortController().signal)
const synchronize = () => api.drafts.synchronize('p1')
/** Saves a version from another computer. */
const elsewhere = (purchaseOrder: string) => {
  const content: Record<string, unknown> = kept(purchaseOrder)
  api.state.version = { stamp: crypto.randomUUID(), sent_as: null, content }
}
const refuse = (action: Promise<unknown>) => expect(action).rejects.toThrow('No response.')

/** Holds back every response from the API until the returned function is called. */
const holdResponses = () => {
  let release = () => {}
  api.state.held = new Promise((resolve) => {
    release = resolve
  })
  return () => {
    api.state.held = null
    release()
  }
}
const discard = () => discardRequest('u1', 'p1')

beforeEach(() => {
  localStorage.clear()
  api = startApi()
})

describe('a draft of this browser', () => {
  test('is saved once, and each later version over the earlier one', async () => {
    type('one')
    expect(await synchronize()).toBe('same')
    expect(await synchronize()).toBe('same')
    expect([inAccount(), api.state.saves]).toEqual(['one', 1])
    type('two')
    expect(await synchronize()).toBe('same')
    expect(inAccount()).toBe('two')
  })

  test('from a release before drafts were saved by the API is saved', async () => {
    const { savedAs: _, ...old } = type('old')
    localStorage.setItem(localStorage.key(0) ?? '', JSON.stringify(old))
    expect(await synchronize()).toBe('same')
    expect(inAccount()).toBe('old')
  })

  test('is saved over its own version whose response was lost', async () => {
    type('one')
    api.state.losesResponses = true
    await refuse(synchronize())
    api.state.losesResponses = false
    type('two')
    expect(await synchronize()).toBe('same')
    expect(inAccount()).toBe('two')
  })

  test('is recognized after a lost response and a save that did not arrive', async () => {
    type('one')
    api.state.losesResponses = true
    await refuse(synchronize())
    type('two')
    Object.assign(api.state, { losesResponses: false, isDown: true })
    await refuse(synchronize())
    api.state.isDown = false
    expect(await open()).toMatchObject({ stored: { draft: { purchaseOrder: 'two' } } })
    expect(await open()).not.toHaveProperty('other')
    expect(await synchronize()).toBe('same')
    expect(inAccount()).toBe('two')
  })

  test('is not replaced by an older answer while another tab saves', async () => {
    type('one')
    await synchronize()
    const release = holdResponses()
    const opening = open()
    api.state.held = null
    type('two')
    await synchronize()
    release()
    expect(await opening).toMatchObject({ stored: { draft: { purchaseOrder: 'two' } } })
    expect(here()).toBe('two')
  })

  test('is not replaced by an answer from before it was saved', async () => {
    type('one')
    await synchronize()
    type('two')
    const release = holdResponses()
    const opening = open()
    api.state.held = null
    await synchronize()
    release()
    expect(await opening).toMatchObject({ stored: { draft: { purchaseOrder: 'two' } } })
    expect(here()).toBe('two')
  })

  test.each([
    ['was begun', false],
    ['was saved for the first time', true],
  ])('is not removed by an answer from before it %s', async (_, isBegun) => {
    if (isBegun) type('one')
    const release = holdResponses()
    const opening = open()
    api.state.held = null
    if (!isBegun) type('one')
    await synchronize()
    release()
    expect(await opening).toMatchObject({ stored: { draft: { purchaseOrder: 'one' } } })
    expect(here()).toBe('one')
  })

  test('that is changed while its save and an opening are under way remains one draft', async () => {
    type('one')
    await synchronize()
    type('two')
    const release = holdResponses()
    const opening = open()
    const saving = synchronize()
    type('three')
    release()
    expect(await opening).toMatchObject({ stored: { draft: { purchaseOrder: 'three' } } })
    expect(await saving).toBe('same')
    expect(await synchronize()).toBe('same')
    expect([here(), inAccount()]).toEqual(['three', 'three'])
  })

  test('is kept while the API is down, and opened', async () => {
    type('one')
    api.state.isDown = true
    await refuse(synchronize())
    expect((await open()).stored?.draft.purchaseOrder).toBe('one')
    expect(await api.drafts.latest(new AbortController().signal)).toBe('p1')
    api.state.isDown = false
    expect(await open()).toMatchObject({ stored: { draft: { purchaseOrder: 'one' } } })
    expect(await synchronize()).toBe('same')
    expect(inAccount()).toBe('one')
  })

  test('is not stored again by a save that ends after a logout', async () => {
    type('one')
    const saving = synchronize()
    dropSharedDrafts()
    expect(await saving).toBe('same')
    expect(localStorage).toHaveLength(0)
    // The next login finds it.
    expect((await open()).stored?.draft.purchaseOrder).toBe('one')
  })
})

describe('a draft from another machine', () => {
  test('is opened, and stored here', async () => {
    elsewhere('theirs')
    expect(await api.drafts.latest(new AbortController().signal)).toBe('p1')
    expect(await open()).toMatchObject({ stored: { draft: { purchaseOrder: 'theirs' } } })
    expect(here()).toBe('theirs')
    type('mine')
    expect(await synchronize()).toBe('same')
    expect(inAccount()).toBe('mine')
  })

  test('replaces a version of this browser that was saved before', async () => {
    type('mine')
    await synchronize()
    elsewhere('theirs')
    expect(await open()).toMatchObject({ stored: { draft: { purchaseOrder: 'theirs' } } })
    expect(here()).toBe('theirs')
  })

  test('is the other version if this browser has unsaved changes, and stays until the user has chosen', async () => {
    type('one')
    await synchronize()
    type('mine')
    elsewhere('theirs')
    const theirs = { draft: { purchaseOrder: 'theirs' } }
    expect(await synchronize()).toMatchObject({ other: theirs })
    expect(await open()).toMatchObject({ stored: { draft: { purchaseOrder: 'mine' } }, other: theirs })
    expect([here(), inAccount()]).toEqual(['mine', 'theirs'])
  })

  test('with the same content needs no choice', async () => {
    type('same')
    elsewhere('same')
    expect(await synchronize()).toBe('same')
    expect(inAccount()).toBe('same')
  })

  test('that was sent or discarded is gone here too, unless this browser has unsaved changes', async () => {
    type('one')
    await synchronize()
    api.state.version = null
    expect(await synchronize()).toEqual({ other: null })
    expect(await open()).toEqual({ stored: null })
    expect(here()).toBeNull()

    type('one')
    await synchronize()
    type('two')
    api.state.version = null
    expect(await open()).toMatchObject({ stored: { draft: { purchaseOrder: 'two' } }, other: 'gone' })
    expect(here()).toBe('two')
  })

  test('of a later release is neither shown nor overwritten', async () => {
    type('mine')
    api.state.version = { stamp: crypto.randomUUID(), sent_as: null, content: { shape: 'new' } }
    expect((await open()).stored?.draft.purchaseOrder).toBe('mine')
    await expect(synchronize()).rejects.toThrow('newer version of this page')
    expect(api.state.version.content).toEqual({ shape: 'new' })
  })
})

describe('a discarded draft', () => {
  test('does not come back with a save that ends later', async () => {
    type('one')
    await synchronize()
    const release = holdResponses()
    const comparing = synchronize()
    discard()
    release()
    await comparing
    expect(await open()).toEqual({ stored: null })
    expect(await synchronize()).toBe('same')
    expect([here(), inAccount()]).toEqual([null, null])
  })

  test('does not come back with an answer from before its deletion', async () => {
    type('one')
    await synchronize()
    discard()
    const release = holdResponses()
    const opening = open()
    api.state.held = null
    expect(await synchronize()).toBe('same')
    release()
    expect(await opening).toEqual({ stored: null })
    expect([here(), inAccount()]).toEqual([null, null])
  })

  test('stays deleted when the one after it is discarded too', async () => {
    type('one')
    await synchronize()
    discard()
    type('two')
    discard()
    expect(await open()).toEqual({ stored: null })
    expect(await synchronize()).toBe('same')
    expect([here(), inAccount()]).toEqual([null, null])
  })
})

describe('a paid draft', () => {
  const paid = simulationRequest({ id: 'r1', project_id: 'p1' })

  test('is deleted here and by the API, even if the API missed that it was sent', async () => {
    type('one')
    await synchronize()
    type('one', 'r1')
    api.state.isDown = true
    await refuse(synchronize())
    expect(dropSentRequest('u1', paid)).toBe(true)
    api.state.isDown = false
    // The draft is not found again before the API knows that it was dropped.
    expect(await open()).toEqual({ stored: null })
    expect(await synchronize()).toBe('same')
    expect([here(), inAccount()]).toEqual([null, null])
  })

  test('stays if it was edited since', async () => {
    type('one', 'r1')
    type('two')
    expect(dropSentRequest('u1', paid)).toBe(false)
    expect(here()).toBe('two')
  })

  test('does not remove a new one from another machine', async () => {
    type('one', 'r1')
    await synchronize()
    elsewhere('theirs')
    dropSentRequest('u1', paid)
    expect(await synchronize()).toMatchObject({ other: { draft: { purchaseOrder: 'theirs' } } })
    expect(inAccount()).toBe('theirs')
  })
})

test('an API that does not answer delays the opening by at most three seconds', async () => {
  vi.useFakeTimers()
  try {
    type('mine')
    const hang = (_projectId: string, signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), ms)
      return controller.signal
    })
    const opening = draftsOver({ ...draftApi().orders, getRequestDraft: hang }).open('p1', new AbortController().signal)
    await vi.advanceTimersByTimeAsync(3_000)
    expect((await opening).stored?.draft.purchaseOrder).toBe('mine')
    timeout.mockRestore()
  } finally {
    vi.useRealTimers()
  }
})
