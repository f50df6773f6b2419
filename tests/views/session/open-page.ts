import { onTestFinished } from 'vitest'
import { waitFor } from 'xstate'

import type { Session } from '../../../machines/session/roles'
import { statusOf, type User } from '../../../machines/session/session.machine'
import { createPageSession } from '../../../src/session/page-session'
import type { SessionPort } from '../../../src/session/provider/oidc-adapter'

const site = 'https://boards.example'
const provider = { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' }

export const ada: Session = {
  ...{
    accessToken: 'token-1',
    decodedToken: {},
    userId: 'u1',
    username: 'ada',
    realmRoles: ['user'],
    resourceRoles: {},
  },
}
export const adaAtApi: User = { id: 'u1', username: 'ada', fullname: 'Ada Berg', email: 'ada@example.com', roles: [] }

export const never = () => new Promise<never>(() => {})

export type PageOptions = Partial<Omit<Parameters<typeof createPageSession>[0], 'page' | 'port'>> & {
  at?: string
  /** The provider's responses. Calls without one never settle. */
  port?: Partial<SessionPort>
}

/** The session of a page that was opened at a path, with a log of what it called, in order. The session is not started. */
export function openPage({ at = '/', port = {}, ...rest }: PageOptions = {}) {
  const log: unknown[][] = []
  const logged =
    (name: string) =>
    (...values: unknown[]) =>
      void log.push([name, ...values])
  let renewed: (session: Session) => void = () => {}
  const page = createPageSession({
    page: { origin: site, href: () => site + at, cleanAddress: () => {}, alert: logged('alert') },
    auth: { provider },
    port: {
      ...{ lookAhead: () => {}, expectLender: logged('expectLender'), clearToken: logged('clearToken') },
      ...{ accessToken: () => undefined, secondsLeft: () => 0 },
      ...{ checkSession: never, probeSession: never, borrowSession: never, finishLogin: never, refreshToken: never },
      ...{ startLogin: never, logInAt: never, endSession: never },
      onRenewed: (listener) => {
        renewed = listener
      },
      ...port,
    },
    ...{ fetchUser: never, logOutOfTool: never, closeToolWindow: logged('closeToolWindow') },
    ...{ forgetUser: logged('forgetUser'), notify: logged('notify') },
    ...rest,
  })
  onTestFinished(() => {
    page.session.stop()
  })
  return { page, session: page.session, log, renewed: (session: Session) => renewed(session) }
}

/** The session of a page on which Ada is signed in. */
export async function openSignedIn({ port, ...rest }: PageOptions = {}) {
  const opened = openPage({ ...rest, port: { checkSession: async () => ({ kind: 'session', session: ada }), ...port } })
  opened.session.start()
  await waitFor(opened.session, (snapshot) => statusOf(snapshot) === 'authenticated')
  return opened
}
