import { createHash, timingSafeEqual } from 'node:crypto'

/** A person that the embedded provider knows. */
export type Account = {
  /** Never changes: what the person owns hangs on it. */
  sub: string
  username: string
  password: string
  firstName: string
  lastName: string
  email: string
  /** Realm roles. Null leaves the claim out, as a realm without a role mapper does. */
  roles: string[] | null
  /** Roles at single clients, by client id. */
  clientRoles?: Record<string, string[]>
}

/** One for each role of the product. The passwords are no secrets: the server prints them when it starts. */
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
]

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The account with this name or e-mail address. */
export function accountNamed(accounts: Account[], username: string): Account | undefined {
  const name = username.trim().toLowerCase()
  return accounts.find((a) => a.username.toLowerCase() === name || a.email.toLowerCase() === name)
}

/** Whether it is the account's password; the comparison takes the same time when there is no such account. */
export const isPasswordOf = (account: Account | undefined, password: string): account is Account =>
  timingSafeEqual(digest(password), digest(account?.password ?? '')) && account !== undefined

/** The claims of identity and access tokens, named as Keycloak names them. */
export const claimsOf = (account: Account) => ({
  sub: account.sub,
  preferred_username: account.username,
  name: `${account.firstName} ${account.lastName}`,
  given_name: account.firstName,
  family_name: account.lastName,
  email: account.email,
  email_verified: true,
  ...(account.roles && { realm_access: { roles: account.roles } }),
  resource_access: Object.fromEntries(
    Object.entries({ account: ['manage-account', 'view-profile'], ...account.clientRoles }).map(([client, roles]) => [
      client,
      { roles },
    ]),
  ),
})
