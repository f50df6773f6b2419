import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'

import { close, createListener, open } from '../../server/listener'

test('a listener closes as soon as what is under way has ended, though its sender keeps the connection for more', async () => {
  // Nothing is cut: the three seconds do not pass.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = createListener()
  let closed: Promise<void> | undefined
  app.get('/', async () => {
    closed = close(app)
    while (app.server.listening) await new Promise((resolve) => setImmediate(resolve))
    return 'the last answer'
  })
  await open(app, '127.0.0.1', 0)

  const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`)
  expect(await answer.text()).toBe('the last answer')
  expect(closed).toBeDefined()
  await closed
  expect(app.server.listening).toBe(false)
})
