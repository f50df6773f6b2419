import { describe, expect, test } from 'vitest'

import { newerCopy, UnreadableDraft, versionOf } from '../../../machines/wizard/drafts/draft-versions'
import { emptySiRow } from '../../../machines/wizard/request-rules'
import { fullSi, storedRequest } from './request-samples'

const full = { si: [{ id: 0, ...fullSi }] }

/** The browser's copy with the stamp `own`. */
const own = (fields: { savedAs?: string | null; sent?: string[] } = {}) =>
  storedRequest(full, {}, { stamp: 'own', ...fields })
/** The API's version, by default with other rows. */
const api = (stamp: string, draft = {}) => storedRequest(draft, {}, { stamp, savedAs: stamp })

describe('of the two copies of a draft', () => {
  test.each([
    ['there is none', null, null, 'same'],
    ['only the API has one', null, api('a'), 'api'],
    ['both are the same version', own(), api('own'), 'same'],
    ['only the browser has one', own(), null, 'own'],
    ['the browser’s is newer than the saved one', own({ savedAs: 'a' }), api('a'), 'own'],
    ['the response to an earlier version was lost', own({ savedAs: 'a', sent: ['a', 'b'] }), api('b'), 'own'],
    ['another machine has saved since', own({ savedAs: 'own' }), api('a'), 'api'],
    ['another machine has sent or discarded it since', own({ savedAs: 'own' }), null, 'api'],
    ['both have been changed', own({ savedAs: 'a' }), api('b'), 'both'],
    ['both have been begun', own(), api('b'), 'both'],
    ['the saved one was sent or discarded elsewhere', own({ savedAs: 'a' }), null, 'both'],
    ['both have the same content', own({ savedAs: 'a' }), api('b', full), 'own'],
    ['a first save was lost', own({ savedAs: null, sent: ['own'] }), null, 'own'],
  ] as const)('%s', (_, browser, server, newer) => {
    expect(newerCopy(browser, server, [])).toBe(newer)
  })

  test('a discarded one is older, whatever the browser has', () => {
    expect(newerCopy(null, api('a'), ['b', 'a'])).toBe('own')
    expect(newerCopy(null, api('c'), ['b', 'a'])).toBe('api')
    expect(newerCopy(own(), api('a'), ['a'])).toBe('own')
    expect(newerCopy(own(), api('own'), ['own'])).toBe('same')
    expect(newerCopy(null, null, ['a'])).toBe('same')
  })
})

describe('the API’s version', () => {
  const { stamp: _stamp, at: _at, ...content } = storedRequest(full)
  const saved = '2026-01-02T03:04:05.000Z'

  test('is read with its stamp and time', () => {
    expect(versionOf({ stamp: 'a', saved, content })).toEqual({ ...content, stamp: 'a', at: saved, savedAs: 'a' })
    expect(versionOf(null)).toBeNull()
  })

  test('of an earlier release is read like the browser’s', () => {
    const row = { ...emptySiRow(0), signal_nets: 'A, B', ground_nets: '', clock_signal: '' }
    const old = { ...content, draft: { ...content.draft, si: [row] } }
    expect(versionOf({ stamp: 'a', saved, content: old })?.draft.si[0]?.signal_nets).toEqual(['A', 'B'])
  })

  test.each([
    ['nothing', {}],
    ['rows that are none', { ...content, draft: { ...content.draft, si: [null] } }],
    ['no files', { ...content, files: null }],
  ])('of an unknown shape (%s) is refused', (_, unknown) => {
    expect(() => versionOf({ stamp: 'a', saved, content: unknown })).toThrow(UnreadableDraft)
  })
})
