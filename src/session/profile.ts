import { fullnameOf, type ProfileClaims, type UserProfile } from '../../machines/session/profile'
import { authorityOf, type ProviderSettings } from './provider/oidc'
import { profileKey, tabStorage } from './storage'

/** The response of either endpoint; the two use different names for the same claims. */
type Answer = ProfileClaims & { sub?: string; given_name?: string; family_name?: string }

async function fetchClaims(address: string, token: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(address, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    signal,
  })
  if (!response.ok) throw new Error(`${address} responded with ${response.status}.`)
  return (await response.json()) as Answer
}

/**
 * Loads the user's profile from the provider's account endpoint, or else from its userinfo endpoint, and stores it in
 * sessionStorage as `userProfile`. Rejects if both requests fail.
 */
export async function loadProfile(
  provider: ProviderSettings,
  token: string,
  signal: AbortSignal,
): Promise<UserProfile> {
  const authority = authorityOf(provider)
  const [account, userInfo] = [`${authority}/account`, `${authority}/protocol/openid-connect/userinfo`]
  const answer = await fetchClaims(account, token, signal).catch(() => fetchClaims(userInfo, token, signal))
  const claims: ProfileClaims = {
    id: answer.id ?? answer.sub,
    firstName: answer.firstName ?? answer.given_name,
    lastName: answer.lastName ?? answer.family_name,
    username: answer.username,
    preferred_username: answer.preferred_username,
    name: answer.name,
    email: answer.email,
    role: answer.role,
  }
  const profile = { ...claims, fullname: fullnameOf(claims) }
  tabStorage.setItem(profileKey, JSON.stringify(profile))
  return profile
}
