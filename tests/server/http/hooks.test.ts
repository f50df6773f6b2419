import { expect, test } from 'vitest'

import { hook } from '../../../server/http/hooks'
import { createListener } from '../../../server/http/listener'
import { Problem } from '../../../server/http/problem'

const refusal = () => new Problem(409, 'Not now.')
const checks: Record<string, () => Promise<void> | undefined> = {
  'passes at once': () => undefined,
  'passes later': async () => undefined,
  throws: () => {
    throw refusal()
  },
  rejects: () => Promise.reject(refusal()),
}

test.each([
  ['passes at once', 200],
  ['passes later', 200],
  ['throws', 409],
  ['rejects', 409],
])('a check that %s ends in %i, in every kind of hook', async (what, status) => {
  for (const name of ['onRequest', 'preValidation', 'preHandler'] as const) {
    const app = createListener({ publicUrl: 'http://localhost' })
    app.addHook(name, hook(checks[what]!))
    app.get('/', async () => ({ handled: true }))
    const response = await app.inject('/')
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject(status === 200 ? { handled: true } : { message: 'Not now.' })
  }
})
