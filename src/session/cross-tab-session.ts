import * as v from 'valibot'

import { areTokensHeld } from './provider/token-lock'

/**
 * When the provider's cookie is blocked in iframes, an open page could detect a login in another tab only with a
 * redirect. Instead, a signed-in tab of the same origin lends its session to the page. The loan does not include the
 * refresh token, which a rotating provider accepts from one tab only.
 */

const loan = v.object({ access_token: v.string(), id_token: v.optional(v.string()), expires_in: v.number() })

export type Loan = v.InferOutput<typeof loan>

/** `unreachable`: the lender has no valid token because the provider is unreachable. */
export type Offer = Loan | 'unreachable'

const channelName = 'session-loans'
const question = 'who is signed in?'
const notYet = 'one moment'

/**
 * How long to wait for a tab to acknowledge the request. A tab that has just signed in loads the workspace, which keeps
 * a slow machine busy for seconds.
 */
const acknowledgeTimeoutMs = 10_000
/** How long to wait for the tab's response after that. Slightly longer than the lender waits for the provider. */
const answerTimeoutMs = 12_000

type Lender = {
  hasSession: () => boolean
  offer: () => Promise<Offer | null>
}

/** Responds to other tabs that request a session, until the page is closed. */
export function lendSession(lender: Lender) {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = async ({ data }) => {
    if (data !== question || !lender.hasSession()) return
    channel.postMessage(notYet)
    const offered = await lender.offer()
    if (offered) channel.postMessage(offered)
  }
}

/**
 * Borrows a session from another tab. Returns null if no tab has its own tokens or none responds. With `isExpected`, a
 * request is sent even if no tab holds a lock: on a busy machine, a tab that has just signed in may announce its login
 * before its lock is granted.
 */
export async function borrowSession(isExpected: boolean): Promise<Offer | null> {
  if (!isExpected && !(await areTokensHeld())) return null
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const end = (answer: Offer | null) => {
      clearTimeout(timer)
      channel.close()
      resolve(answer)
    }
    let timer = setTimeout(() => end(null), acknowledgeTimeoutMs)
    channel.onmessage = ({ data }) => {
      if (data === notYet) {
        clearTimeout(timer)
        timer = setTimeout(() => end(null), answerTimeoutMs)
      }
      const lent = v.safeParse(loan, data)
      if (lent.success) end(lent.output)
      if (data === 'unreachable') end('unreachable')
    }
    channel.postMessage(question)
  })
}
