import { describe, expect, test } from 'vitest'
import { waitFor } from 'xstate'

import { fullnameOf, initialsOf } from '../../../machines/session/profile'
import { hasRealmRoles, hasResourceRoles } from '../../../machines/session/roles'
import { statusOf } from '../../../machines/session/session.machine'
import { covers } from '../../spec-coverage/covers'
import { session, start } from './session-run'

describe('profile', () => {
  test('is loaded once after the sign-in, when the data of other users has been removed', async () => {
    const { actor, done } = start()
    const known = await waitFor(actor, ({ context }) => context.profile !== null)
    expect(known.context.profile).toEqual({ fullname: 'Uma Sarin' })
    expect(done.filter((step) => step === 'loadProfile' || step.startsWith('removeOtherUsersData'))).toEqual([
      'removeOtherUsersData u1',
      'loadProfile',
    ])
  })

  test('a failure is only logged', async () => {
    covers('8-profile-failed')
    const { actor, done } = start({ profile: () => Promise.reject(new Error('down')) })
    const snapshot = await waitFor(actor, (state) => state.matches({ authenticated: { profile: 'settled' } }))
    expect(statusOf(snapshot)).toBe('authenticated')
    expect(done.filter((step) => /profile/i.test(step))).toEqual(['loadProfile', 'logProfileFailure'])
  })

  test.each([
    [{ firstName: 'Uma', lastName: 'Sarin', username: 'user' }, 'Uma Sarin'],
    [{ firstName: 'Uma', username: 'user' }, 'Uma'],
    [{ username: 'user', preferred_username: 'other' }, 'user'],
    [{ preferred_username: 'preferred', name: 'A Name' }, 'preferred'],
    [{ name: 'A Name' }, 'A Name'],
    [{}, 'Unknown User'],
  ])('%o has the name %s', (claims, fullname) => {
    covers('3-fullname-names', '3-fullname-username', '3-fullname-preferred', '3-fullname-name', '3-fullname-unknown')
    expect(fullnameOf(claims)).toBe(fullname)
  })

  test.each([
    [{ firstName: 'Uma', lastName: 'Sarin', username: 'user' }, 'US'],
    [{ firstName: 'Uma', username: 'user' }, 'U?'],
    [{ username: 'user', name: 'A Name' }, '??'],
    [{}, '??'],
  ])('%o has the initials %s', (claims, initials) => {
    covers('2-avatar-initials', '2-avatar-missing-part')
    expect(initialsOf(claims)).toBe(initials)
  })

  test('an unknown user has the initials ??', () => {
    covers('2-avatar-no-profile')
    expect(initialsOf(null)).toBe('??')
  })
})

test('role checks require all listed roles', () => {
  covers(
    '5-roles-authenticated',
    '5-roles-all-realm',
    '5-roles-all-client',
    '6-has-realm-roles',
    '6-has-resource-roles',
  )
  expect(hasRealmRoles(session, ['user', 'project_manager'])).toBe(true)
  expect(hasRealmRoles(session, ['user', 'sysadmin'])).toBe(false)
  expect(hasResourceRoles(session, 'pcb-web', ['viewer'])).toBe(true)
  expect(hasResourceRoles(session, 'other', ['viewer'])).toBe(false)
  expect(hasRealmRoles(null, [])).toBe(false)
})
