import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import type { UserProfile } from '../../../machines/session/profile'
import type { Session } from '../../../machines/session/roles'
import {
  type SignInReturn,
  type Finding,
  sessionMachine,
  statusOf,
  type User,
} from '../../../machines/session/session.machine'

export const session: Session = {
  accessToken: 'token',
  decodedToken: { sub: 'u1' },
  userId: 'u1',
  username: 'user',
  realmRoles: ['user', 'project_manager'],
  resourceRoles: { 'pcb-web': ['viewer'] },
}
export const user: User = { id: 'u1', username: 'user', fullname: 'Uma Sarin', roles: ['user'] }

type Answers = {
  check?: () => Promise<Finding>
  finish?: () => Promise<SignInReturn>
  borrow?: () => Promise<Finding>
  refresh?: (asked: { minValidity: number }) => Promise<Session>
  fetchUser?: () => Promise<User>
  startLogin?: (asked: { returnTo: string | null }) => Promise<void>
  leaveTool?: () => Promise<void>
  end?: () => Promise<void>
  profile?: () => Promise<UserProfile>
  isOffline?: () => boolean
}

/** Starts a session with the given responses and records the calls. */
export function start(
  answers: Answers = {},
  marks: { isProviderReturn?: true; wasRefused?: true; wasProbed?: true } = {},
) {
  const input = { isProviderReturn: false, wasRefused: false, wasProbed: false, ...marks }
  const clock = new SimulatedClock()
  const done: string[] = []
  const note =
    <Output, Input>(name: string, answer: (input: Input) => Promise<Output>) =>
    ({ input }: { input: Input }) => {
      done.push(name)
      return answer(input)
    }
  const never = () => new Promise<never>(() => {})
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        checkSession: fromPromise(
          note('checkSession', answers.check ?? (async () => ({ kind: 'session' as const, session }))),
        ),
        finishLogin: fromPromise(
          note('finishLogin', answers.finish ?? (async () => ({ session, returnTo: '/workspace' }))),
        ),
        refreshToken: fromPromise<Session, { minValidity: number }>(
          note('refreshToken', answers.refresh ?? (async () => session)),
        ),
        probeSession: fromPromise<void>(note('probeSession', never)),
        borrowSession: fromPromise(
          note('borrowSession', answers.borrow ?? (async () => ({ kind: 'anonymous' as const }))),
        ),
        loadProfile: fromPromise(note('loadProfile', answers.profile ?? (async () => ({ fullname: 'Uma Sarin' })))),
        fetchUser: fromPromise(note('fetchUser', answers.fetchUser ?? (async () => user))),
        startLogin: fromPromise<void, { returnTo: string | null }>(note('startLogin', answers.startLogin ?? never)),
        logOutOfTool: fromPromise(note('logOutOfTool', answers.leaveTool ?? (async () => {}))),
        endSession: fromPromise<void>(note('endSession', answers.end ?? never)),
      },
      actions: {
        clearToken: () => done.push('clearToken'),
        expectLender: () => done.push('expectLender'),
        closeToolWindow: () => done.push('closeToolWindow'),
        markDeletion: () => done.push('markDeletion'),
        reportDeletion: () => done.push('reportDeletion'),
        forgetDeletion: () => done.push('forgetDeletion'),
        markLogin: () => done.push('markLogin'),
        markLogout: () => done.push('markLogout'),
        showProviderError: () => done.push('showProviderError'),
        reportStartFailure: () => done.push('alert'),
        rememberRefusal: () => done.push('rememberRefusal'),
        forgetRefusal: () => done.push('forgetRefusal'),
        removeOtherUsersData: (_, userId) => done.push(`removeOtherUsersData ${userId}`),
        logProfileFailure: () => done.push('logProfileFailure'),
      },
      guards: { isOffline: answers.isOffline ?? (() => false) },
    }),
    { input, clock },
  ).start()
  const known = () => waitFor(actor, (snapshot) => statusOf(snapshot) !== 'unknown')
  const signedIn = () => waitFor(actor, (snapshot) => snapshot.matches({ authenticated: { person: 'known' } }))
  return { actor, clock, done, known, signedIn }
}
