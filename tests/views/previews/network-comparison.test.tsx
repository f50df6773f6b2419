// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { NetworkConversation, type NetworkRequest } from '../../../src/analysis/worker/network-worker-protocol'
import type { ProductApi } from '../../../src/api/product'
import { NetworkComparison } from '../../../src/workspace/previews/network/comparison/network-comparison'
import { connectNetworkComparison } from '../../../src/workspace/previews/network/comparison/network-comparison-machines'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

// jsdom draws nothing, and the plot library needs a canvas.
vi.mock(import('../../../src/workspace/previews/network/plots/overlay-plot'), () => ({ OverlayPlot: () => <div /> }))
vi.mock(import('../../../src/workspace/previews/network/plots/plot-library'), () => ({ uPlot: Object as never }))

/** Runs the worker's side in the page; jsdom has no workers. */
class ReadingWorker extends EventTarget {
  readonly #conversation = new NetworkConversation()
  async postMessage(request: NetworkRequest) {
    const data = await this.#conversation.take(request)
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate() {}
}

beforeEach(() => {
  vi.stubGlobal('Worker', ReadingWorker)
})

const owner = { uid: 'u1', uname: 'user', uemail: 'user@example.com' }
const plain = '# GHz S RI R 50\n1 0.1 0 0.5 0 0.5 0 0.1 0\n'
/** S-parameters that refer to 42.5 ohms at the first port, as HFSS states it after the frequency. */
const withImpedances = `${plain}! Port Impedance 42.5 0 50 0\n`

test('the remarks on a network are next to its name in a comparison, on request', async () => {
  const user = userEvent.setup()
  const networks = [
    { name: 'plain.s2p', content: new Blob([plain]) },
    { name: 'ports.s2p', content: new Blob([withImpedances]) },
  ]
  renderWorkspace(
    <NetworkComparison
      source={{ name: 'ports.s2p', networks, made: [], fileId: null, projectId: null }}
      address={null}
      first={null}
    />,
    { ...machinesOver({}), ...connectNetworkComparison({} as ProductApi, () => owner) },
  )
  const list = within(await screen.findByRole('list', { name: 'Compared networks' }))
  const [first, second] = list.getAllByRole('listitem')
  expect(within(first!).queryByRole('button', { name: /remark/ })).toBeNull()
  const button = within(second!).getByRole('button', { name: '1 remark on ports.s2p' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(second).not.toHaveTextContent('port impedances')
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(second).toHaveTextContent(
    'The S-parameters in the file are referenced to its port impedances (such as 42.5 Ω for port 1 at 1 GHz). They are converted to 50 Ω.',
  )
  await user.click(button)
  expect(second).not.toHaveTextContent('port impedances')
})
