// @vitest-environment jsdom
import { createActor, createMachine } from 'xstate'
import { describe, expect, test } from 'vitest'

import { plain } from '../../../src/inspector/adapter/plain'

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
      '/login?state=[redacted]&code=[redacted]#done',
    ],
    ['a fragment with a token', '/#access_token=abc&token_type=x', '/#access_token=[redacted]&token_type=x'],
  ])('does not contain %s', (_, text, shown) => {
    expect(plain({ text })).toEqual({ text: shown })
    expect(plain(new Error(text))).toEqual({ name: 'Error', message: shown })
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
