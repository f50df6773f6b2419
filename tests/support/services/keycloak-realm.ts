/** Reads the realm file as Keycloak imports it at startup, replacing `${NAME}` and `${NAME:default}`. */
import { readFileSync } from 'node:fs'

const file = new URL('../../../server/identity/keycloak/pcb-realm.json', import.meta.url)

export type Realm = {
  realm: string
  registrationAllowed: boolean
  resetPasswordAllowed: boolean
  verifyEmail: boolean
  duplicateEmailsAllowed: boolean
  smtpServer: Record<string, string>
  defaultRole?: { name: string }
  requiredActions: { alias: string; enabled: boolean; defaultAction: boolean }[]
  localizationTexts: Record<string, Record<string, string>>
  roles: { realm: { name: string; composites?: { realm?: string[] } }[] }
  clients: {
    clientId: string
    rootUrl: string
    baseUrl: string
    redirectUris: string[]
    webOrigins: string[]
    attributes: Record<string, string>
  }[]
  users: { username: string; email: string; emailVerified: boolean }[]
}

export function importedRealm(env: Record<string, string> = {}): Realm {
  const text = readFileSync(file, 'utf8')
  return JSON.parse(
    text.replace(/\$\{(\w+)(?::([^}]*))?\}/g, (all, name: string, fallback?: string) => env[name] ?? fallback ?? all),
  ) as Realm
}
