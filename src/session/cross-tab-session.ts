import * as v from 'valibot'

import { areTokensHeld } from './token-lock'

/**
 * Where the provider's cookie is blocked in frames, a page that is open when somebody logs in elsewhere could only find
 * out by leaving. Instead, a tab of the same origin lends it the session: all but the refresh token, which a rotating
 * provider accepts from one tab only.
 */

const loan = v.object({ access_token: v.string(), id_token: v.optional(v.string()), expires_in: v.number() })

export type Loan = v.InferOutput<typeof loan>

/** `unreachable`: the lender has no token that lives, since nothing answers at the provider's address. */
export type Offer = Loan | 'unreachable'

const channelName = 'session-loans'
const question = 'who is signed in?'
const notYet = 'one moment'

/** How long a tab takes to say that it will answer, in ms. */
const acknowledgeTimeoutMs = 2_000
/** How long it may take to do so: a little longer than it waits for the provider itself. */
const answerTimeoutMs = 12_000

type Lender = {
  /** Whether there is a session to lend. */
  hasSession: () => boolean
  offer: () => Promise<Offer | null>
}

/** Answers other tabs for as long as the page lives. */
export function lendSession(lender: Lender) {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = async ({ data }) => {
    if (data !== question || !lender.hasSession()) return
    channel.postMessage(notYet)
    const offered = await lender.offer()
    if (offered) channel.postMessage(offered)
  }
}

/** Another tab's session; null when none has tokens of its own, or none answers. */
export async function borrowSession(): Promise<Offer | null> {
  if (!(await areTokensHeld())) return null
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
