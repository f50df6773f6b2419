import createCache from '@emotion/cache'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { fromCallback } from 'xstate'

import type { ListPlace, AddressChange } from '../../../machines/projects/projects.machine'
import type { OrderCalls } from '../../../src/api/orders'
import type { ProductApi } from '../../../src/api/product'
import { connectCustomersView, connectStaff } from '../../../src/staff/machines'
import { UiProvider } from '../../../src/ui/theme/provider'
import { connectActivity } from '../../../src/workspace/activity/machines'
import { connectComments } from '../../../src/workspace/comments/machines'
import { connectFiles } from '../../../src/workspace/files/machines'
import { connectSeen } from '../../../src/workspace/previews/seen-machines'
import { connectOlderProjects } from '../../../src/workspace/projects/list/older-machines'
import { type Connection, WorkspaceProvider } from '../../../src/workspace/lib/machines'
import { connectNotices } from '../../../src/workspace/notices/machines'
import { connectPeople } from '../../../src/workspace/people/machines'
import { connectPreviews } from '../../../src/workspace/previews/machines'
import { connectLongTexts } from '../../../src/workspace/previews/text/long-text-machines'
import { connectKeptBoard } from '../../../src/workspace/pricing/kept-board-machines'
import { connectBoardPrice } from '../../../src/workspace/pricing/machines'
import { connectProjectDialogs } from '../../../src/workspace/projects/dialogs/dialog-machines'
import { connectProjects } from '../../../src/workspace/projects/machines'
import { connectThumbnails } from '../../../src/workspace/projects/list/thumbnail-machines'
import { connectRequests } from '../../../src/workspace/requests/machines'
import { connectSearch } from '../../../src/workspace/search/machines'
import { connectInvitations } from '../../../src/workspace/sharing/invitation-machines'
import { connectSharing } from '../../../src/workspace/sharing/machines'
import { connectTransfers } from '../../../src/workspace/transfers/machines'
import { connectUndo } from '../../../src/workspace/undo/machines'
import { connectFirstSteps } from '../../../src/workspace/wizard/first-steps/first-steps-machines'
import { connectWizard } from '../../../src/workspace/wizard/machines'

const unanswered = (name: string) => () => Promise.reject(new Error(`The test gives no answer to ${name}.`))

type Call = (...args: unknown[]) => unknown

/** Rejects aborted calls, as `fetch` does, whatever the test's response is. */
const abortable =
  (answer: Call): Call =>
  (...args) => {
    const signal = args.at(-1)
    if (!(signal instanceof AbortSignal)) return answer(...args)
    const aborted = new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
    const answered = Promise.resolve(answer(...args)).finally(() => signal.throwIfAborted())
    return Promise.race([answered, aborted])
  }

const answerOf = (given: object, name: string) =>
  abortable((Reflect.get(given, name) as Call | undefined) ?? unanswered(name))

/** The machines of the domains that the view tests use. */
export const connectDomains = (...to: Parameters<typeof connectProjects>) => ({
  ...connectProjects(...to),
  ...connectProjectDialogs(...to),
  ...connectFiles(...to),
  ...connectSeen(to[0]),
  ...connectOlderProjects(to[0]),
  ...connectPreviews(to[0]),
  ...connectLongTexts(to[0]),
  ...connectTransfers(...to),
  ...connectWizard(...to),
  ...connectFirstSteps(to[0]),
  ...connectRequests(...to),
  ...connectSharing(...to),
  ...connectInvitations(to[0]),
  ...connectActivity(to[0]),
  ...connectPeople(to[0]),
  ...connectUndo(to[0]),
  ...connectComments(...to),
  ...connectNotices(to[0]),
  ...connectSearch(to[0]),
  ...connectThumbnails(to[0]),
  ...connectStaff(to[0]),
  ...connectCustomersView(...to),
  ...connectBoardPrice(to[0]),
  ...connectKeptBoard(...to),
})

/** The workspace's machines with the test's responses instead of the network. */
export const machinesOver = (answers: Partial<ProductApi & OrderCalls>) => {
  const orders = new Proxy(answers, {
    // Awaiting the proxy reads its `then` property first.
    get: (given, name: keyof OrderCalls | 'then') => (name === 'then' ? undefined : answerOf(given, name)),
  }) as OrderCalls
  const api = new Proxy(answers, {
    get: (given, name: keyof ProductApi) => (name === 'orders' ? async () => orders : answerOf(given, name)),
  }) as ProductApi
  const machines = connectDomains(api, () => ({ uid: 'u1', uname: 'user', uemail: 'user@example.com' }))
  // The route provides this actor, and a view rendered on its own has no URL.
  const followAddress = fromCallback<AddressChange, ListPlace>(() => {})
  return { ...machines, projects: machines.projects.provide({ actors: { followAddress } }) }
}

/** Renders a view of the workspace as its route does. */
export function renderWorkspace(view: ReactNode, machines: ReturnType<typeof machinesOver>) {
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <WorkspaceProvider value={(() => machines) as unknown as Connection}>{view}</WorkspaceProvider>
    </UiProvider>,
  )
  return userEvent.setup()
}
