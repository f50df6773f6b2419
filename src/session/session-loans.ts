import * as v from 'valibot'

import { areTokensHeld } from './token-owner'

/**
 * Where the provider's cookie is blocked in frames, a page that is open when somebody logs in elsewhere could only find
 * out by leaving. Instead, a tab of the same origin lends it the session: all but the refresh token, which a rotating
 * provider accepts from one tab only.
 */

const loan = v.object({ access_token: v.string(), id_token: v.optional(v.string()), expires_in: v.number() })

export type Loan = v.InferOutput<typeof loan>

const channelName = 'session-loans'
const question = 'who is signed in?'
const patience = 2_000

/** Answers other tabs for as long as the page lives. `offer` gives null while there is nothing to lend. */
export function lendSession(offer: () => Promise<Loan | null>) {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = async ({ data }) => {
    if (data !== question) return
    const offered = await offer()
    if (offered) channel.postMessage(offered)
  }
}

/** Another tab's session; null when none has tokens of its own, or none answers. */
export async function borrowSession(): Promise<Loan | null> {
  if (!(await areTokensHeld())) return null
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const end = (answer: Loan | null) => {
      clearTimeout(timer)
      channel.close()
      resolve(answer)
    }
    const timer = setTimeout(() => end(null), patience)
    channel.onmessage = ({ data }) => {
      const answer = v.safeParse(loan, data)
      if (answer.success) end(answer.output)
    }
    channel.postMessage(question)
  })
}
