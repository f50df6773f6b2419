import type { OrderCalls } from '../../../src/api/orders'

type Version = Parameters<OrderCalls['saveRequestDraft']>[2]

/** The API's rules for one project's draft: only a caller that has seen its latest version can save or delete it. */
export function draftApi() {
  // `held` delays the responses of calls that the API has already carried out.
  const state = {
    version: null as Version | null,
    isDown: false,
    losesResponses: false,
    saves: 0,
    held: null as Promise<void> | null,
  }
  const draft = () =>
    state.version && {
      stamp: state.version.stamp,
      saved: '2026-01-02T03:04:05.000Z',
      content: JSON.parse(JSON.stringify(state.version.content)) as Record<string, unknown>,
    }
  const failure = () => Object.assign(new Error('No response.'), { status: 0 })
  const reach = () => {
    if (state.isDown) throw failure()
  }
  const change = (isSeen: boolean, next: Version | null) => {
    reach()
    if (!isSeen) return { draft: draft() }
    state.version = next
    if (state.losesResponses) throw failure()
    return undefined
  }
  const isSeen = (over: string | null) => (state.version?.stamp ?? null) === over
  const orders = {
    getRequestDraft: async () => {
      reach()
      const found = draft()
      await state.held
      return found
    },
    saveRequestDraft: async (_projectId, over, version) => {
      state.saves += 1
      const stale = change(isSeen(over) || version.stamp === state.version?.stamp, version)
      await state.held
      return stale
    },
    deleteRequestDraft: async (_projectId, over) =>
      change(state.version === null || over === null || isSeen(over), null),
    getLatestDraftProject: async () => {
      reach()
      return state.version && 'p1'
    },
  } satisfies Partial<OrderCalls>
  return { state, orders }
}
