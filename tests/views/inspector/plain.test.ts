// @vitest-environment jsdom
import { createActor, createMachine } from 'xstate'
import { describe, expect, test } from 'vitest'

import { plain, plainWithout } from '../../../src/inspector/adapter/plain'

const jwt = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`

describe('the data for the inspector', () => {
  test.each([
    'accessToken',
    'refresh_token',
    'id_token',
    'Authorization',
    'password',
    'new-password',
    'clientSecret',
    'Cookie',
  ])('contains no value named %s', (name) => {
    expect(plain({ deep: [{ [name]: 'opaque', kept: 1 }] })).toEqual({ deep: [{ [name]: '[redacted]', kept: 1 }] })
    expect(plain({ [name]: { claims: 'all of them' } })).toEqual({ [name]: '[redacted]' })
    // The absence of a token may be shown.
    expect(plain({ [name]: null })).toEqual({ [name]: null })
  })

  test.each([
    ['a JWT by itself', jwt, '[redacted]'],
    ['a JWT in a URL', `https://tool.example/open?code=${jwt}&x=1`, 'https://tool.example/open?code=[redacted]&x=1'],
    ['a header', 'Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
    [
      'a code from the provider',
      '/login?state=s3cr3t&code=0p4que#done',
      '/login?state=[redacted]&code=[redacted]#[redacted]',
    ],
    ['a fragment with a token', '/#access_token=abc&token_type=x', '/#access_token=[redacted]&token_type=x'],
    ['a token as a fragment', 'at /workspace/invitation#kY3_x-Q now', 'at /workspace/invitation#[redacted] now'],
    [
      'a fragment of a URL',
      'https://a.example/workspace/invitation?x=1#kY3_x-Q',
      'https://a.example/workspace/invitation?x=1#[redacted]',
    ],
    ['a fragment alone', `#${'k'.repeat(43)}`, '#[redacted]'],
    ['a password in a form', 'password=opaque&name=a', 'password=[redacted]&name=a'],
    ['a password in JSON', '{"user":"a","password":"op\\"aq,ue","n":1}', '{"user":"a","password":"[redacted]","n":1}'],
    ['a number in JSON', 'Got { "new-token" : 1234 }.', 'Got { "new-token" : "[redacted]" }.'],
    ['JSON within JSON', '{"body":"{\\"apiToken\\":\\"opaque\\"}"}', '{"body":"{\\"apiToken\\":\\"[redacted]\\"}"}'],
  ])('does not contain %s', (_, text, shown) => {
    expect(plain({ text })).toEqual({ text: shown })
    expect(plain(new Error(text))).toEqual({ name: 'Error', message: shown })
  })

  test.each([
    'Color #ffffff, see issue #12',
    'and/or#x',
    '#contactForm',
    '{"token":null,"hasPassword":true}',
    'The code=12 of /workspace?view=list',
  ])('contains %s', (text) => {
    expect(plain(text)).toBe(text)
  })

  test('does not contain what an app declares to be secret', () => {
    const clean = plainWithout({ names: ['paymentUrl'], texts: [/(?<=\/share\/)[\w-]+/g] })
    expect(clean({ paymentUrl: 'https://pay.example/7', at: 'https://a.example/share/kY3_x-Q?a=1' })).toEqual({
      paymentUrl: '[redacted]',
      at: 'https://a.example/share/[redacted]?a=1',
    })
    expect(clean('{"paymentUrl":"https://pay.example/7"}')).toBe('{"paymentUrl":"[redacted]"}')
    expect(plain({ paymentUrl: 1 })).toEqual({ paymentUrl: 1 })
  })

  test('describes files, bytes, actors and functions, and ends at cycles and a maximum depth', () => {
    const circle: Record<string, unknown> = { name: 'a' }
    circle['self'] = circle
    const actor = createActor(createMachine({}))
    expect(
      plain({
        file: new File(['12345'], 'board.kicad_pcb'),
        bytes: new Uint8Array(7),
        act: () => 1,
        actor,
        circle,
        when: new Date(0),
        map: new Map([['a', 1]]),
        set: new Set([2]),
        stop: new AbortController().signal,
      }),
    ).toEqual({
      file: '[file board.kicad_pcb, 5 bytes]',
      bytes: '[7 bytes]',
      act: '[function]',
      actor: `[actor ${actor.sessionId}]`,
      circle: { name: 'a', self: '[circular]' },
      when: '1970-01-01T00:00:00.000Z',
      map: { a: 1 },
      set: [2],
      stop: '[AbortSignal]',
    })
  })

  test('contains the beginning of long lists and strings, with their length', () => {
    const list = plain(Array.from({ length: 1000 }, (_, n) => n)) as unknown[]
    expect([list.length, list.at(-1)]).toEqual([201, '… 800 more'])
    expect(plain('x'.repeat(5000))).toMatch(/… \(5000 characters\)$/)
  })
})
