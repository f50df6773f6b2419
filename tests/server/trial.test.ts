import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { readConfig } from '../../server/config'
import { StartError, startStack } from '../../server/stack'
import { refuseRemoteTrial } from '../../server/trial-mode'

const start = (env: Record<string, string>) => refuseRemoteTrial(readConfig(env))
const oidc = { OIDC_ISSUER: 'https://sso.example.com/realms/pcb' }
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const tool = { S2SPICE_SERVER_URL: 'https://tool.example.com/', S2SPICE_API_URL: 'https://tool.example.com' }
const onAll = { HOST: '0.0.0.0' }

describe('the trial parts', () => {
  test.each([
    {},
    { HOST: '127.0.0.1' },
    { HOST: '127.1.2.3' },
    { HOST: '::1', PUBLIC_URL: 'http://[::1]:8080' },
    { PUBLIC_URL: 'http://127.0.0.1:9000' },
    { PUBLIC_URL: 'http://boards.localhost:9000' },
  ])('start on localhost: %o', async (env) => {
    await expect(start(env)).resolves.toBeUndefined()
  })

  test.each<[env: Record<string, string>, beyond: string]>([
    [{ HOST: '0.0.0.0' }, '(HOST is 0.0.0.0, PUBLIC_URL points to 0.0.0.0)'],
    [{ HOST: '::', PUBLIC_URL: 'http://localhost' }, '(HOST is ::)'],
    [{ HOST: '192.0.2.1', PUBLIC_URL: 'http://localhost' }, '(HOST is 192.0.2.1)'],
    [{ PUBLIC_URL: 'https://198.51.100.7' }, '(PUBLIC_URL points to 198.51.100.7)'],
    [{ PUBLIC_URL: 'https://[2001:db8::1]/' }, '(PUBLIC_URL points to 2001:db8::1)'],
    [{ API_PUBLIC_URL: 'https://198.51.100.8' }, '(API_PUBLIC_URL points to 198.51.100.8)'],
    // The name does not resolve, so it has to be treated as public.
    [{ PUBLIC_URL: 'https://boards.invalid' }, '(PUBLIC_URL points to boards.invalid)'],
    [{ PUBLIC_URL: 'https://localhost.example.invalid' }, '(PUBLIC_URL points to localhost.example.invalid)'],
  ])('do not start if other machines can connect: %o', async (env, beyond) => {
    await expect(start(env)).rejects.toThrow(beyond)
    await expect(start({ ...env, TRIAL: 'yes' })).resolves.toBeUndefined()
    await expect(start({ ...env, ...oidc, ...stripe, ...tool })).resolves.toBeUndefined()
  })

  test('are each listed with their replacement, and no others', async () => {
    const account = 'sign-in with demo accounts (replaced by OIDC_ISSUER)'
    const payment = 'simulated payments (replaced by STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET)'
    const demo = 'demo tool (replaced by S2SPICE_SERVER_URL and S2SPICE_API_URL)'
    await expect(start(onAll)).rejects.toThrow(
      `: ${account}; ${payment}; ${demo}. Set the variables that replace them, or TRIAL=yes`,
    )
    await expect(start({ ...onAll, ...oidc, ...tool })).rejects.toThrow(`: ${payment}. Set`)
    await expect(start({ ...onAll, ...oidc, ...stripe })).rejects.toThrow(`: ${demo}. Set`)
    await expect(start({ ...onAll, ...stripe, ...tool })).rejects.toThrow(`: ${account}. Set`)
  })

  test('prevent the start before anything is opened or written', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trial-'))
    const config = readConfig({
      ...onAll,
      PUBLIC_URL: 'https://boards.example.com',
      DATA_DIR: path.join(folder, 'data'),
    })
    await expect(startStack(config)).rejects.toThrow(StartError)
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })
})
