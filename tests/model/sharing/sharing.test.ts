import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'

import * as shares from '../../../machines/sharing/file-shares.machine'
import type { Role } from '../../../machines/sharing/member-roles'
import * as members from '../../../machines/sharing/project-members.machine'

const member = (more: Partial<members.Member> = {}): members.Member => ({
  id: 'm1',
  name: 'Uma Serrano',
  email: 'uma@example.com',
  role: 'project_manager',
  isCreator: false,
  ...more,
})

const invitation = (email: string): members.Invitation => ({
  id: `i-${email}`,
  email,
  role: 'user',
  invited_by: 'Uma Serrano',
  sent_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-08T00:00:00Z',
})

describe('the members of a project', () => {
  type Assigned = { assignment: { projectId: string; email: string; role: Role } | null }
  type World = {
    load?: () => Promise<members.Member[]>
    invitations?: members.Invitation[]
    refuse?: string
    url?: string
  }
  const unknown = () =>
    Object.assign(new Error('Nobody with this e-mail address has signed in here yet.'), {
      status: 404,
      errors: [{ field: 'email', message: '' }],
    })
  const start = (world: World = {}) => {
    const calls: unknown[] = []
    const clock = new SimulatedClock()
    const answer = async <Value>(value: Value) => {
      if (world.refuse !== undefined) throw new Error(world.refuse)
      return value
    }
    const actor = createActor(
      members.projectMembersMachine.provide({
        actors: {
          followChanges: fromCallback(() => {}),
          loadMembers: fromPromise<members.People, { projectId: string; mayInvite: boolean }>(async () => ({
            members: (await world.load?.()) ?? [member()],
            invitations: world.invitations ?? [],
          })),
          inviteMember: fromPromise<members.SentInvitation, Assigned>(({ input: { assignment } }) => {
            calls.push({ invited: assignment?.email })
            return answer({ ...invitation(assignment?.email ?? ''), url: world.url ?? null })
          }),
          resendInvitation: fromPromise<members.SentInvitation, { projectId: string; invitationId: string }>(
            ({ input }) => {
              calls.push({ resent: input.invitationId })
              return answer({
                ...invitation('new@example.com'),
                sent_at: '2026-02-01T00:00:00Z',
                url: world.url ?? null,
              })
            },
          ),
          revokeInvitation: fromPromise<void, { projectId: string; invitationId: string }>(({ input }) => {
            calls.push({ revoked: input.invitationId })
            return answer(undefined)
          }),
          assignRole: fromPromise<members.Member, Assigned>(({ input: { assignment } }) => {
            calls.push(assignment)
            if (assignment?.email.startsWith('new')) return Promise.reject(unknown())
            const isKnown = assignment?.email === 'uma@example.com'
            return answer(
              member({
                ...(isKnown ? {} : { id: 'm2', name: 'Ada Vance', email: assignment?.email ?? '' }),
                role: assignment?.role ?? 'user',
              }),
            )
          }),
          removeMember: fromPromise<void, { projectId: string; memberId: string }>(({ input }) => {
            calls.push(input)
            return answer(undefined)
          }),
        },
      }),
      { input: { projectId: 'p1', mayInvite: true, email: '' }, clock },
    ).start()
    return { actor, clock, calls, quiet: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')) }
  }

  test('are added by e-mail, as project manager unless another role is chosen', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'member.submitted' })
    expect(members.refusalOf(actor.getSnapshot())).toBe('Enter the person’s e-mail address.')
    actor.send({ type: 'email.typed', email: ' ada@example.com ' })
    actor.send({ type: 'member.submitted' })
    const added = await quiet()
    expect(calls).toEqual([{ projectId: 'p1', email: 'ada@example.com', role: 'project_manager' }])
    expect(members.membersOf(added).map(({ name }) => name)).toEqual(['Uma Serrano', 'Ada Vance'])
    expect(members.noticeOf(added)).toBe('Ada Vance now has the role Project manager.')
    expect(members.emailOf(added)).toBe('')
  })

  test('who have not signed in yet are invited, and the field is cleared', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'email.typed', email: 'New@example.com' })
    actor.send({ type: 'email.typed', email: 'new@example.com' })
    actor.send({ type: 'member.submitted' })
    const invited = await quiet()
    expect(calls).toEqual([
      { projectId: 'p1', email: 'new@example.com', role: 'project_manager' },
      { invited: 'new@example.com' },
    ])
    expect(members.invitationsOf(invited).map(({ email }) => email)).toEqual(['new@example.com'])
    expect(members.emailOf(invited)).toBe('')
    expect(members.linkOf(invited)).toBeNull()
    expect(members.noticeOf(invited)).toBe('An invitation was sent to new@example.com. Its link is valid for 7 days.')
    expect(members.membersOf(invited)).toHaveLength(1)
  })

  test('are invited with a link to pass on, if the server sends no e-mails, until the next change', async () => {
    const { actor, quiet } = start({ url: 'https://example.com/workspace/invitation#token' })
    await quiet()
    actor.send({ type: 'email.typed', email: 'new@example.com' })
    actor.send({ type: 'member.submitted' })
    expect(members.linkOf(await quiet())).toEqual({
      email: 'new@example.com',
      url: 'https://example.com/workspace/invitation#token',
    })
    actor.send({ type: 'invitation.revoked', invitation: invitation('new@example.com') })
    expect(members.linkOf(await quiet())).toBeNull()
  })

  test('that were invited can be invited again or have their invitation revoked, and a rejection reloads the list', async () => {
    const open = [invitation('new@example.com')]
    const { actor, calls, quiet } = start({ invitations: open })
    await quiet()
    actor.send({ type: 'invitation.sentAgain', invitation: invitation('new@example.com') })
    expect(members.invitationsOf(await quiet())).toEqual([
      { ...invitation('new@example.com'), sent_at: '2026-02-01T00:00:00Z' },
    ])
    actor.send({ type: 'invitation.revoked', invitation: invitation('new@example.com') })
    const revoked = await quiet()
    expect(members.invitationsOf(revoked)).toEqual([])
    expect(members.noticeOf(revoked)).toMatch(/was revoked/)
    expect(calls).toEqual([{ resent: 'i-new@example.com' }, { revoked: 'i-new@example.com' }])

    const refused = start({ invitations: open, refuse: 'There is no such open invitation.' })
    await refused.quiet()
    for (const type of ['invitation.sentAgain', 'invitation.revoked'] as const) {
      open.splice(0, open.length, invitation(`new-${type}@example.com`))
      refused.actor.send({ type, invitation: invitation('new@example.com') })
      const updated = await waitFor(refused.actor, (snapshot) => snapshot.matches({ listed: 'current' }))
      expect(members.refusalOf(updated)).toBe('There is no such open invitation.')
      expect(members.invitationsOf(updated)).toEqual(open)
    }
  })

  test('can get another role, without affecting the input for a new member', async () => {
    const { actor, quiet } = start()
    await quiet()
    actor.send({ type: 'email.typed', email: 'ada@' })
    actor.send({ type: 'member.roleChosen', member: member(), role: 'user' })
    const changed = await quiet()
    expect(members.membersOf(changed)).toEqual([member({ role: 'user' })])
    expect(members.emailOf(changed)).toBe('ada@')
  })

  test('that somebody else changes are loaded again, without losing what is being typed', async () => {
    const found = [member()]
    const { actor, quiet } = start({ load: async () => [...found] })
    await quiet()
    actor.send({ type: 'email.typed', email: 'ada@' })
    found.push(member({ id: 'm2', name: 'Ada Vance' }))
    actor.send({ type: 'members.outdated' })
    const updated = await waitFor(actor, (snapshot) => snapshot.matches({ listed: 'current' }))
    expect(members.membersOf(updated).map(({ name }) => name)).toEqual(['Uma Serrano', 'Ada Vance'])
    expect(members.emailOf(updated)).toBe('ada@')
  })

  test('that change while a removal is being confirmed are loaded after it', async () => {
    let loads = 0
    const { actor, quiet } = start({
      load: async () => {
        loads += 1
        return [member()]
      },
    })
    await quiet()
    actor.send({ type: 'removal.requested', member: member() })
    actor.send({ type: 'members.outdated' })
    expect(actor.getSnapshot().matches('asking')).toBe(true)
    expect(loads).toBe(1)
    actor.send({ type: 'removal.cancelled' })
    await waitFor(actor, (snapshot) => snapshot.matches({ listed: 'current' }))
    expect(loads).toBe(2)
  })

  test('that change while they are being loaded are loaded again', async () => {
    let loads = 0
    const later = [member(), member({ id: 'm2', name: 'Ada Vance' })]
    const { actor, quiet } = start({ load: async () => (++loads === 1 ? [member()] : later) })
    actor.send({ type: 'members.outdated' })
    await quiet()
    const updated = await waitFor(actor, (snapshot) => snapshot.matches({ listed: 'current' }))
    expect(members.membersOf(updated)).toHaveLength(2)
  })

  test('that cannot be loaded again stay, and are loaded later', async () => {
    let isDown = false
    const found = [member()]
    const load = async () => (isDown ? Promise.reject(new Error('')) : [...found])
    const { actor, clock, quiet } = start({ load })
    await quiet()
    isDown = true
    actor.send({ type: 'members.outdated' })
    const outdated = await waitFor(actor, (snapshot) => snapshot.matches({ listed: 'outdated' }))
    expect([members.membersOf(outdated).length, members.membersFailureOf(outdated)]).toEqual([1, null])
    isDown = false
    found.push(member({ id: 'm2', name: 'Ada Vance' }))
    clock.increment(30_000)
    const updated = await waitFor(actor, (snapshot) => snapshot.matches({ listed: 'current' }))
    expect(members.membersOf(updated)).toHaveLength(2)
  })

  test('are added with the selected role', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'role.chosen', role: 'user' })
    actor.send({ type: 'email.typed', email: 'ada@example.com' })
    actor.send({ type: 'member.submitted' })
    await quiet()
    expect(calls).toEqual([{ projectId: 'p1', email: 'ada@example.com', role: 'user' }])
  })

  test('that are rejected keep the input and the list, and the error is hidden during a retry', async () => {
    let loads = 0
    const { actor, quiet } = start({
      refuse: 'Nobody with this e-mail address has signed in here yet.',
      load: async () => {
        loads += 1
        return [member()]
      },
    })
    await quiet()
    actor.send({ type: 'email.typed', email: 'ada@example.com' })
    const attempts = [
      () => actor.send({ type: 'member.submitted' }),
      () => {
        actor.send({ type: 'removal.requested', member: member() })
        actor.send({ type: 'removal.confirmed' })
      },
      () => actor.send({ type: 'member.submitted' }),
    ]
    for (const attempt of attempts) {
      attempt()
      expect(members.refusalOf(actor.getSnapshot())).toBeNull()
      const refused = await quiet()
      expect(members.refusalOf(refused)).toMatch(/^Nobody with this e-mail/)
      expect(members.emailOf(refused)).toBe('ada@example.com')
    }
    // Only a failed removal loads the list again. The next attempt interrupts this, so it is repeated.
    expect(loads).toBe(3)
  })

  test('are removed only after a confirmation', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'removal.requested', member: member() })
    actor.send({ type: 'removal.cancelled' })
    expect(members.leavingOf(actor.getSnapshot())).toBeNull()
    actor.send({ type: 'removal.requested', member: member() })
    actor.send({ type: 'removal.confirmed' })
    const removed = await quiet()
    expect(calls).toEqual([{ projectId: 'p1', memberId: 'm1' }])
    expect(members.membersOf(removed)).toEqual([])
    expect(members.noticeOf(removed)).toBe('Uma Serrano is no longer a member.')
  })

  test('that cannot be removed stay, with the reason', async () => {
    const { actor, quiet } = start({ refuse: 'The person who created the project cannot be removed.' })
    await quiet()
    actor.send({ type: 'removal.requested', member: member() })
    actor.send({ type: 'removal.confirmed' })
    const kept = await quiet()
    expect(members.membersOf(kept)).toHaveLength(1)
    expect(members.refusalOf(kept)).toMatch(/cannot be removed/)
  })

  test('that were removed already, by a call whose response was lost, are no longer listed', async () => {
    let loads = 0
    const { actor, quiet } = start({
      load: async () => (++loads === 1 ? [member()] : []),
      refuse: 'This person is not a member of the project.',
    })
    await quiet()
    actor.send({ type: 'removal.requested', member: member() })
    actor.send({ type: 'removal.confirmed' })
    const { context } = await waitFor(actor, (snapshot) => members.membersOf(snapshot).length === 0)
    expect(context.refusal).toBe('This person is not a member of the project.')
  })

  test('are reloaded after a failure', async () => {
    let isDown = true
    const { actor, quiet } = start({
      load: async () => {
        if (isDown) throw new Error('')
        return [member()]
      },
    })
    expect(members.membersFailureOf(await quiet())).toBe('The members could not be loaded.')
    isDown = false
    actor.send({ type: 'members.reload' })
    expect(members.membersOf(await quiet())).toHaveLength(1)
  })
})

describe('the links to a file', () => {
  const entry = (id: string): shares.ShareEntry => ({
    id,
    created_at: '2026-01-01T00:00:00Z',
    created_by_name: 'Uma Serrano',
    expires_at: '2026-01-08T00:00:00Z',
    has_password: false,
  })
  const start = (refuse?: string, isDown = () => false) => {
    const calls: unknown[] = []
    let loads = 0
    let kept = [entry('s1')]
    const answer = async <Value>(value: Value) => {
      if (refuse !== undefined) throw new Error(refuse)
      return value
    }
    const actor = createActor(
      shares.fileSharesMachine.provide({
        actors: {
          loadShares: fromPromise<shares.ShareEntry[], { fileId: string }>(async () => {
            loads += 1
            if (isDown()) throw new Error('')
            return kept
          }),
          makeShare: fromPromise<shares.Share, { fileId: string; days: number; password: string }>(({ input }) => {
            calls.push(input)
            if (refuse === undefined) kept = [entry('s2'), ...kept]
            return answer({ id: 's2', url: 'https://example.com/share/x', expires_at: '2026-01-08T00:00:00Z' })
          }),
          revokeShare: fromPromise<void, { fileId: string; shareId: string }>(({ input }) => {
            calls.push(input)
            return answer(undefined)
          }),
        },
      }),
      { input: { fileId: 'f1' } },
    ).start()
    return { actor, calls, loads: () => loads, quiet: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')) }
  }

  test('are valid for 7 days by default, their URL is shown, and revoking removes it', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'password.typed', password: 'short' })
    actor.send({ type: 'link.requested' })
    expect(shares.refusalOf(actor.getSnapshot())).toBe('A password needs at least 6 characters.')
    actor.send({ type: 'password.typed', password: 'correct horse' })
    actor.send({ type: 'link.requested' })
    const created = await quiet()
    expect(calls).toEqual([{ fileId: 'f1', days: 7, password: 'correct horse' }])
    expect(shares.createdOf(created)?.url).toBe('https://example.com/share/x')
    expect(shares.passwordOf(created)).toBe('')
    expect(shares.sharesOf(created).map(({ id }) => id)).toEqual(['s2', 's1'])
    actor.send({ type: 'link.revoked', id: 's2' })
    const revoked = await quiet()
    expect(shares.createdOf(revoked)).toBeNull()
    expect(shares.sharesOf(revoked).map(({ id }) => id)).toEqual(['s1'])
  })

  test('are reloaded after a failure', async () => {
    let isDown = true
    const { actor, quiet } = start(undefined, () => isDown)
    expect(shares.sharesFailureOf(await quiet())).toBe('The links could not be loaded.')
    isDown = false
    actor.send({ type: 'shares.reload' })
    expect(shares.sharesOf(await quiet())).toHaveLength(1)
  })

  test('that are rejected keep the selected options', async () => {
    const { actor, loads, quiet } = start(
      'A private project cannot have share links. Clear “Private project” first, then try again.',
    )
    await quiet()
    actor.send({ type: 'days.chosen', days: 30 })
    actor.send({ type: 'password.typed', password: 'correct horse' })
    actor.send({ type: 'link.requested' })
    const refused = await quiet()
    expect(shares.refusalOf(refused)).toMatch(/^A private project/)
    expect([shares.daysOf(refused), shares.passwordOf(refused)]).toEqual([30, 'correct horse'])
    expect(loads()).toBe(1)
    actor.send({ type: 'link.requested' })
    expect(shares.refusalOf(actor.getSnapshot())).toBeNull()
    await quiet()
    actor.send({ type: 'link.revoked', id: 's1' })
    const kept = await quiet()
    expect(shares.sharesOf(kept)).toHaveLength(1)
    expect(shares.refusalOf(kept)).toMatch(/^A private project/)
  })
})
