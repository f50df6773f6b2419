// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { noticesMachine } from '../../../../machines/notices/notices.machine'
import { NoticesMenu } from '../../../../src/workspace/notices/notices-menu'
import { notice } from '../../../model/notices/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Machine = typeof noticesMachine
type Snapshot = SnapshotFrom<Machine>

const newer = notice({ id: 'n2' })
const older = notice({ id: 'n1', kind: 'membership', detail: 'removed', text: null })
/** The staff are not told which project it is. */
const ofStaff = notice({
  ...{ id: 'n3', kind: 'request', detail: 'paid', project_id: null, project_name: '', request_id: 'r1' },
  ...{ person: null, text: null, subject: 'board.kicad_pcb (SI-1001)' },
})
const sentences: Record<string, string> = {
  n2: 'Ada Vance mentioned you in a comment on board.kicad_pcb',
  n3: 'The simulation of board.kicad_pcb (SI-1001) was ordered and paid for',
  n1: 'Ada Vance removed you from Camera board',
}

/** Where the notices lead. */
const places: Record<string, object> = {
  n2: { projectId: 'p1', tab: 'files', search: { file: 'f1' } },
  n3: { staffRequestId: 'r1' },
}

const onOpen = vi.fn()
const bell = () => screen.getByRole('button', { name: /^Notifications/ })
const panel = () => screen.getByRole('region', { name: 'Notifications' })
const find = (name: string) => within(panel()).queryByRole('button', { name })
const click = (name: string) => within(panel()).getByRole('button', { name })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

function expectList({ context: { notices, unread } }: Snapshot) {
  expect(bell()).toHaveAccessibleName(unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`)
  const items = screen.queryAllByRole('listitem').map(({ textContent }) => textContent.replace(/^(New: )?/, ''))
  expect(items).toHaveLength(notices.length)
  notices.forEach(({ id, read }, index) => {
    expect(items[index]?.startsWith(sentences[id] ?? 'none')).toBe(true)
    expect(screen.queryAllByRole('listitem')[index]?.textContent.startsWith('New: ')).toBe(!read)
  })
}

const notifications: Surface<Machine> = {
  situations: { 'a user with notices': {} },
  events: {
    'notices.retry': [{}],
    'page.requested': ({ context }) => (context.next === null ? [] : [{}]),
    'notice.opened': ({ context: { notices, toRead } }) =>
      toRead.length > 0 ? [] : notices.slice(0, 1).map(({ id }) => ({ id })),
    'all.read': ({ context: { unread, toRead } }) => (unread === 0 || toRead.length > 0 ? [] : [{}]),
    'notices.changed': [{}],
  },
  done: {
    loadPage: ({ context: { notices } }) =>
      notices.length === 1
        ? [{ notices: [older], next: null, unread: 1 }]
        : [
            { notices: [newer], next: 'c2', unread: 1 },
            { notices: [ofStaff], next: null, unread: 1 },
            { notices: [], next: null, unread: 0 },
          ],
    markRead: [undefined],
    followNotices: null,
  },
  // The model test covers notices that are marked as read while another mark is being saved.
  distinguish: ({ notices, next, unread, failure: why, toRead, isOutdated }) => ({
    isOutdated,
    notices: notices.map(({ id, read }) => [id, read]),
    next,
    unread,
    why,
    toRead: toRead.length,
  }),
  failed: { loadPage: [failure()], markRead: [failure()], followNotices: null },
  mount: async ({ machine, user }) => {
    onOpen.mockClear()
    renderWorkspace(<NoticesMenu onOpen={onOpen} onSettings={() => {}} />, { ...machinesOver({}), notices: machine })
    await user.click(bell())
  },
  states: {
    'list.loading': () => {
      expect(screen.getByText('Loading notifications...')).toHaveAttribute('role', 'status')
      expect(screen.queryByText('No notifications yet.')).toBeNull()
    },
    'list.failed': () => {
      expect(alerts()).toEqual(['The notifications could not be loaded.Retry'])
    },
    'list.listed.current': (_, snapshot) => {
      const { next, failure: why, notices } = snapshot.context
      expectList(snapshot)
      expect(find('Show more') !== null).toBe(next !== null)
      expect(screen.queryByText('No notifications yet.') !== null).toBe(notices.length === 0)
      expect(alerts()).toEqual(why === null ? [] : ['Older notifications could not be loaded.'])
    },
    'list.listed.loadingMore': (_, snapshot) => {
      expectList(snapshot)
      expect(isUsable(click('Show more'))).toBe(false)
    },
    'list.listed.updating': (_, snapshot) => expectList(snapshot),
    'list.listed.outdated': (_, snapshot) => expectList(snapshot),
    'marking.none': (_, { context: { unread } }) => {
      if (unread === 0) expect(click('Mark all as read')).toBeDisabled()
      else expect(click('Mark all as read')).toBeEnabled()
    },
    'marking.saving': (_, { context: { toRead } }) => {
      expect(toRead.length).toBeGreaterThan(0)
    },
  },
  perform: {
    'notices.retry': (_, { user }) => user.click(click('Retry')),
    'page.requested': (_, { user }) => user.click(click('Show more')),
    'notice.opened': async ({ id }, { user }) => {
      onOpen.mockClear()
      if (panel().hidden) await user.click(bell())
      await user.click(
        within(panel()).getAllByRole('button', {
          name: (name) => name.includes(sentences[id] ?? 'none'),
        })[0] as HTMLElement,
      )
      const place = places[id]
      expect(onOpen.mock.calls).toEqual(place ? [[place]] : [])
      // A notice that leads somewhere closes the panel.
      if (place) await user.click(bell())
    },
    'all.read': (_, { user }) => user.click(click('Mark all as read')),
    'notices.changed': (event, { report }) => report('followNotices', event),
  },
}

testSurface('Notifications', noticesMachine, notifications)
