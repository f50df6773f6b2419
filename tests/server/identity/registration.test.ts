import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  authorizationRequest,
  callToken,
  createVisitor,
  redeem,
  returned,
  type Tokens,
  type Visitor,
} from '../../support/sign-in'
import { covers } from '../../spec-coverage/covers'
import { type MailServer, startMailServer } from '../../support/services/mail-server'
import { startTestStack, type TestStack } from '../../support/stack'

const person = {
  firstName: 'Ana',
  lastName: 'Brandt',
  email: 'ana@example.org',
  password: 'microstrip on top',
  terms: 'yes',
  adult: 'yes',
}
type Fields = Record<string, string>

/** Starts a sign-in to the site. `open` and `submit` use the pages below the sign-in page. */
async function begin(stack: TestStack, visitor: Visitor = createVisitor()) {
  const request = authorizationRequest(stack, { theme: 'dark' })
  const start = await visitor.visit(request.url)
  const form = new URL(start.headers.get('location') ?? '', stack.config.oidc.issuer).href
  const submit = (path: string, fields: Fields, headers = {}) =>
    visitor.visit(form + path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return {
    visitor,
    form,
    open: async (path: string) => (await visitor.visit(form + path)).text(),
    submit,
    /** Follows the redirects of a completed sign-in back to the site, and returns the tokens. */
    async finish(response: Response): Promise<Tokens> {
      let next = response
      for (;;) {
        const location = new URL(next.headers.get('location') ?? 'about:blank', stack.config.oidc.issuer).href
        if (location.startsWith(`${stack.config.publicUrl}/login`)) return redeem(stack, returned(location), request)
        if (next.status !== 303) throw new Error(`${next.status} ${await next.text()}`)
        next = await visitor.visit(location)
      }
    },
  }
}

const signInAs = async (stack: TestStack, fields: { username: string; password: string }) => {
  const { submit, finish } = await begin(stack)
  return finish(await submit('', fields))
}

describe('with a mail server', () => {
  let mail: MailServer
  let stack: TestStack
  beforeAll(async () => {
    mail = await startMailServer()
    stack = await startTestStack({ env: { SMTP_URL: mail.smtpUrl, CONTACT_EMAIL: 'support@example.com' } })
  })
  afterAll(async () => {
    await stack.stop()
    mail.stop()
  })

  /** Waits for an e-mail to an address, not counting the first `after` e-mails to anyone. */
  const mailTo = async (email: string, after: number) => {
    const found = () => mail.mails.slice(after).find((text) => text.includes(`To: ${email}`))
    await expect.poll(found, { timeout: 20_000 }).toBeDefined()
    return found() ?? ''
  }
  const codeIn = (text: string) => {
    const [, code] = /^(\d{4} \d{4})\r?$/m.exec(text) ?? []
    if (!code) throw new Error(text)
    return code
  }
  const register = async (fields: Fields) => {
    const before = mail.mails.length
    const signIn = await begin(stack)
    const response = await signIn.submit('/register', fields)
    expect(response.headers.get('location')).toMatch(/\/register\/code$/)
    return { ...signIn, code: codeIn(await mailTo((fields['email'] ?? '').trim().toLowerCase(), before)) }
  }

  test('creates an account after the code, and continues to the page of the site', async () => {
    const signIn = await register({ ...person, firstName: ' Ana\u200b ', email: ' Ana@Example.org ' })
    const page = await signIn.open('/register/code')
    expect(page).toContain('<strong>ana@example.org</strong>')
    expect(page).toContain('data-theme="dark"')
    const tokens = await signIn.finish(await signIn.submit('/register/code', { code: signIn.code }))
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      given_name: 'Ana',
      family_name: 'Brandt',
      email: 'ana@example.org',
      email_verified: true,
      preferred_username: 'ana@example.org',
      realm_access: { roles: ['user'] },
    })
    const again = await signInAs(stack, { username: 'ANA@example.org', password: person.password })
    expect(decodeJwt(again.access_token).sub).toBe(decodeJwt(tokens.access_token).sub)
    const calls = await fetch(`${stack.config.publicUrl}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${again.access_token}` },
    })
    expect(await calls.json()).toMatchObject({ email: 'ana@example.org', firstName: 'Ana' })
  })

  test('creates nothing without the code, and allows ten attempts', async () => {
    covers('decisions-registration-code')
    const fields = { ...person, email: 'guessed@example.org' }
    const { submit, code } = await register(fields)
    const wrong = code === '0000 0000' ? '1' : '00000000'
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await (await submit('/register/code', { code: wrong })).text()).toContain('This code is wrong.')
    }
    expect(await (await submit('/register/code', { code })).text()).toContain('too many wrong codes were entered')
    const { submit: signIn } = await begin(stack)
    const answer = await signIn('', { username: fields.email, password: fields.password })
    expect(await answer.text()).toContain('Wrong username or password.')
  })

  test('a code works once, and a new one replaces it', async () => {
    const fields = { ...person, email: 'twice@example.org' }
    const first = await register(fields)
    const before = mail.mails.length
    await first.submit('/register', fields)
    const second = codeIn(await mailTo(fields.email, before))
    expect(await (await first.submit('/register/code', { code: first.code })).text()).toContain('This code is wrong')
    await first.finish(await first.submit('/register/code', { code: second }))
    // The sign-in is complete, so its pages are gone.
    expect((await first.submit('/register/code', { code: second })).status).toBe(400)
  })

  test('responds in the same way for an address that has an account, and informs only its owner', async () => {
    covers('decisions-registration-silent')
    const before = mail.mails.length
    for (const email of ['user@example.com', 'nobody-yet@example.org']) {
      const { submit, open } = await begin(stack)
      const response = await submit('/register', { ...person, email })
      expect(response.status).toBe(303)
      const page = (await open('/register/code')).replaceAll(/login\/[\w-]+/g, '').replaceAll(email, '')
      expect(page).toContain('Confirm your e-mail')
      expect(await (await submit('/register/code', { code: '12345678' })).text()).toContain('This code is wrong.')
    }
    const toOwner = await mailTo('user@example.com', before)
    expect(toOwner).toContain('Subject: You already have an account on')
    expect(toOwner).not.toMatch(/^\d{4} \d{4}\r?$/m)
  })

  test('resets a forgotten password, and signs the person out elsewhere', async () => {
    covers('decisions-new-password')
    const fields = { ...person, email: 'forgetful@example.org' }
    const registered = await register(fields)
    const old = await registered.finish(await registered.submit('/register/code', { code: registered.code }))
    const before = mail.mails.length
    const { submit, finish, open } = await begin(stack)
    const asked = await submit('/forgot', { email: fields.email })
    expect(asked.headers.get('location')).toMatch(/\/forgot\/code$/)
    const code = codeIn(await mailTo(fields.email, before))
    expect(await open('/forgot/code')).toContain('If there is an account for <strong>forgetful@example.org</strong>')
    const short = await submit('/forgot/code', { code, password: 'short' })
    expect(await short.text()).toContain('The password needs at least 10 characters.')
    const tokens = await finish(await submit('/forgot/code', { code, password: 'stripline inside' }))
    expect(decodeJwt(tokens.access_token).sub).toBe(decodeJwt(old.access_token).sub)
    const refreshed = await callToken(stack, { grant_type: 'refresh_token', refresh_token: old.refresh_token })
    expect(refreshed.status).toBe(400)
    const { submit: retry } = await begin(stack)
    const answer = await retry('', { username: fields.email, password: fields.password })
    expect(await answer.text()).toContain('Wrong username or password.')
    await signInAs(stack, { username: fields.email, password: 'stripline inside' })
  })

  test('asks for a code for every address, and sends none to strangers or demo accounts', async () => {
    for (const email of ['stranger@example.org', 'manager@example.com']) {
      const { submit, open } = await begin(stack)
      expect((await submit('/forgot', { email })).headers.get('location')).toMatch(/\/forgot\/code$/)
      expect(await open('/forgot/code')).toContain('Choose a new password')
    }
    // An e-mail that was requested later has arrived.
    await register({ ...person, email: 'later@example.org' })
    expect(mail.mails.filter((text) => /To: (stranger|manager)@/.test(text))).toEqual([])
  })

  test('keeps what was entered, except the password, and names each error', async () => {
    const { submit } = await begin(stack)
    const answer = await submit('/register', {
      firstName: '',
      lastName: '<i>B</i>',
      email: 'no address',
      password: 'short',
      terms: 'yes',
    })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    for (const text of [
      'Enter your first name.',
      'Enter an e-mail address such as name@example.com.',
      'The password needs at least 10 characters.',
      'Accounts are only for people who are 18 or older.',
      'value="&lt;i&gt;B&lt;/i&gt;"',
      'value="no address"',
    ]) {
      expect(page).toContain(text)
    }
    expect(page).toMatch(/name="terms" type="checkbox" value="yes" required checked/)
    expect(page).not.toContain('value="short"')
    const unread = await submit('/register', { ...person, terms: '' })
    expect(await unread.text()).toContain(
      'To create an account, you must accept the terms of service and the privacy policy.',
    )
  })

  test('limits the e-mails to one address', async () => {
    const { submit } = await begin(stack)
    const ask = () => submit('/forgot', { email: 'flooded@example.org' })
    const allowed = [await ask(), await ask(), await ask(), await ask()].map(({ status }) => status)
    expect(allowed).toEqual([303, 303, 303, 303])
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await refused.text()).toContain('Too many attempts. Wait 60 minutes, then try again.')
  })

  test('rejects forms from other sites and without a sign-in', async () => {
    const { submit, form } = await begin(stack)
    expect((await submit('/register', person, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    for (const path of ['/register', '/register/code', '/forgot', '/forgot/code']) {
      expect((await createVisitor().visit(form + path)).status).toBe(400)
    }
  })
})

describe('without a mail server', () => {
  let stack: TestStack
  beforeAll(async () => {
    stack = await startTestStack()
  })
  afterAll(() => stack.stop())

  const register = async (fields: Fields) => {
    const { submit, finish } = await begin(stack)
    return finish(await submit('/register', fields))
  }

  test('creates an account whose address is only a name to sign in with', async () => {
    const { open } = await begin(stack)
    expect(await open('/register')).toContain('This server cannot send e-mail.')
    const claims = decodeJwt((await register(person)).access_token)
    expect(claims).toMatchObject({ preferred_username: person.email, realm_access: { roles: ['user'] } })
    // Otherwise, others could add the person to their projects by an address that may be someone else's.
    expect(claims).not.toHaveProperty('email')
  })

  test('gives no access to, and no information about, an account with the same address', async () => {
    const first = decodeJwt((await register({ ...person, email: 'same@example.org' })).access_token)
    const other = await register({ ...person, email: 'same@example.org', password: 'another password' })
    expect(decodeJwt(other.access_token).sub).not.toBe(first.sub)
    const own = await signInAs(stack, { username: 'same@example.org', password: person.password })
    expect(decodeJwt(own.access_token).sub).toBe(first.sub)
    // Registering again with the same password is the same as signing in.
    const again = await register({ ...person, email: 'same@example.org' })
    expect(decodeJwt(again.access_token).sub).toBe(first.sub)
  })

  test('says that a forgotten password cannot be reset', async () => {
    const { open } = await begin(stack)
    const page = await open('/forgot')
    expect(page).toContain('This server cannot send e-mail, so a forgotten password cannot be reset here.')
    expect(page).not.toContain('<form')
  })

  test('keeps accounts across a restart', async () => {
    const before = decodeJwt((await register({ ...person, email: 'kept@example.org' })).access_token)
    await stack.restart()
    const after = await signInAs(stack, { username: 'kept@example.org', password: person.password })
    expect(decodeJwt(after.access_token).sub).toBe(before.sub)
  })

  test('limits registrations from one network', async () => {
    const { submit } = await begin(stack)
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) {
      statuses.push((await submit('/register', { ...person, email: `many-${n}@example.org`, terms: '' })).status)
    }
    // A form with errors is not a registration yet and does not count.
    expect(new Set(statuses)).toEqual(new Set([422]))
    let refused = 0
    for (let n = 0; n < 21; n++) {
      const { submit: submitOne } = await begin(stack)
      if ((await submitOne('/register', { ...person, email: `many-${n}@example.org` })).status === 429) refused++
    }
    expect(refused).toBeGreaterThan(0)
  })
})
