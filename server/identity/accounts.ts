import { createHash, timingSafeEqual } from 'node:crypto'

/** A person as described by the tokens of the embedded provider. */
export type Person = {
  /** Must never change, because the ownership of projects and files refers to it. */
  sub: string
  username: string
  firstName: string
  lastName: string
  /** Null if the address is not confirmed: others find a person by this address, so it must be the person's own. */
  email: string | null
  /** Realm roles. If null, the claim is omitted, as in a realm without a role mapper. */
  roles: string[] | null
  /** Client roles by client id. */
  clientRoles?: Record<string, string[]>
}

/** An account that the server is started with. */
export type Account = Person & { email: string; password: string }

/** One account for each role of the product. The passwords are not secret: the server prints them at startup. */
export const demoAccounts: Account[] = [
  {
    sub: '6f1c2f0e-3a55-4c1b-9d0c-0b7d5f3a1e01',
    username: 'user',
    password: 'copper-pour',
    firstName: 'Uma',
    lastName: 'Serrano',
    email: 'user@example.com',
    roles: ['user'],
  },
  {
    sub: '6f1c2f0e-3a55-4c1b-9d0c-0b7d5f3a1e02',
    username: 'manager',
    password: 'solder-mask',
    firstName: 'Mara',
    lastName: 'Lindqvist',
    email: 'manager@example.com',
    roles: ['user', 'project_manager'],
  },
  {
    sub: '6f1c2f0e-3a55-4c1b-9d0c-0b7d5f3a1e03',
    username: 'orgadmin',
    password: 'ground-plane',
    firstName: 'Oren',
    lastName: 'Adeyemi',
    email: 'orgadmin@example.com',
    roles: ['user', 'organization_admin'],
  },
  {
    sub: '6f1c2f0e-3a55-4c1b-9d0c-0b7d5f3a1e04',
    username: 'sysadmin',
    password: 'eye-diagram',
    firstName: 'Sigrid',
    lastName: 'Nakamura',
    email: 'sysadmin@example.com',
    roles: ['user', 'sysadmin'],
  },
  {
    sub: '6f1c2f0e-3a55-4c1b-9d0c-0b7d5f3a1e05',
    username: 'staff',
    password: 'return-path',
    firstName: 'Stella',
    lastName: 'Okafor',
    email: 'staff@example.com',
    roles: ['user', 'staff'],
  },
]

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Finds the account with this username or e-mail address. */
export function accountNamed(accounts: Account[], username: string): Account | undefined {
  const name = username.trim().toLowerCase()
  return accounts.find((a) => a.username.toLowerCase() === name || a.email.toLowerCase() === name)
}

/** Checks an account's password. The comparison takes the same time if there is no such account. */
export const isPasswordOf = (account: Account | undefined, password: string): account is Account =>
  timingSafeEqual(digest(password), digest(account?.password ?? '')) && account !== undefined

/** The claims of ID and access tokens, with the same names as in Keycloak. */
export const claimsOf = (account: Person) => ({
  sub: account.sub,
  preferred_username: account.username,
  name: `${account.firstName} ${account.lastName}`,
  given_name: account.firstName,
  family_name: account.lastName,
  ...(account.email !== null && { email: account.email, email_verified: true }),
  ...(account.roles && { realm_access: { roles: account.roles } }),
  resource_access: Object.fromEntries(
    Object.entries({ account: ['manage-account', 'view-profile'], ...account.clientRoles }).map(([client, roles]) => [
      client,
      { roles },
    ]),
  ),
})
