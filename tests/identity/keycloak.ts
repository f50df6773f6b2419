/** An admin client for a running Keycloak. It creates and deletes its own realms and changes nothing else. */
import { importedRealm } from '../support/services/keycloak-realm'
import type { MailServer } from '../support/services/mail-server'

type Json = Record<string, unknown>

export type Keycloak = Awaited<ReturnType<typeof keycloakAt>>

/** The variables of the realm file for a mail server. */
function mailVariables({ smtpUrl }: MailServer) {
  const { hostname, port } = new URL(smtpUrl)
  return { MAIL_HOST: hostname, MAIL_PORT: port, MAIL_FROM: 'sign-in@example.com' }
}

/** Returns a client that signs in as the administrator for each call. A call that fails throws Keycloak's response. */
export async function keycloakAt(url: string, username: string, password: string) {
  const call = async (method: string, path: string, body?: Json): Promise<Json | Json[] | null> => {
    // Administrator tokens are valid for one minute, so every call gets a new one.
    const login = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username, password }),
    })
    if (!login.ok) throw new Error(`Keycloak does not let ${username} in (${login.status}): ${await login.text()}`)
    const { access_token: token } = (await login.json()) as { access_token: string }
    const response = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Keycloak answered ${response.status} to ${method} ${path}: ${text}`)
    return text ? (JSON.parse(text) as Json | Json[]) : null
  }
  const find = async (path: string, property: string, value: string) => {
    const found = ((await call('GET', path)) as Json[]).find((one) => one[property] === value)
    if (!found) throw new Error(`Keycloak knows no ${value} at ${path}.`)
    return String(found['id'])
  }

  return {
    url,

    /** Imports the realm file under another name and for another site. */
    async importRealm(o: { realm: string; site: string; accessTokenLifespan: number; mail: MailServer | null }) {
      const { realm, site, accessTokenLifespan, mail } = o
      const env = { PUBLIC_URL: site, ...(mail && mailVariables(mail)) }
      await call('POST', '', { ...importedRealm(env), realm, accessTokenLifespan })
    },

    /** Stops including roles in the client's tokens. */
    async takeRolesOut(realm: string) {
      const client = await find(`/${realm}/clients?clientId=pcb-web`, 'clientId', 'pcb-web')
      const scope = await find(`/${realm}/client-scopes`, 'name', 'roles')
      await call('DELETE', `/${realm}/clients/${client}/default-client-scopes/${scope}`)
    },

    endSessions: (realm: string) => call('POST', `/${realm}/logout-all`).then(() => undefined),

    removeRealm: (realm: string) => call('DELETE', `/${realm}`).then(() => undefined),
  }
}
