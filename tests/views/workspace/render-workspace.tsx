import createCache from '@emotion/cache'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'

import type { OrderCalls } from '../../../src/api/orders'
import type { ProductApi } from '../../../src/api/product'
import { UiProvider } from '../../../src/ui/provider'
import '../../../src/ui/workspace-recipes'
import { connectWorkspace, WorkspaceProvider } from '../../../src/workspace/machines'

const unanswered = (name: string) => () => Promise.reject(new Error(`The test gives no answer to ${name}.`))

/** The workspace's machines over the answers that a test gives in place of the network. */
export const machinesOver = (answers: Partial<ProductApi & OrderCalls>) => {
  const orders = new Proxy(answers, {
    // What a promise gives is asked for its `then` first.
    get: (given, name: keyof OrderCalls | 'then') => (name === 'then' ? undefined : (given[name] ?? unanswered(name))),
  }) as OrderCalls
  const api = new Proxy(answers, {
    get: (given, name: keyof ProductApi) =>
      name === 'orders' ? async () => orders : (given[name] ?? unanswered(name)),
  }) as ProductApi
  return connectWorkspace(api, () => ({ uid: 'u1', uname: 'user', uemail: 'user@example.com' }))
}

/** Renders a view of the workspace as the route does. */
export function renderWorkspace(view: ReactNode, machines: ReturnType<typeof machinesOver>) {
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <WorkspaceProvider value={machines}>{view}</WorkspaceProvider>
    </UiProvider>,
  )
  return userEvent.setup()
}
