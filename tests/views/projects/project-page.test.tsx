// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { ActivityPageWanted } from '../../../machines/activity/project-activity.machine'
import { activityEntry, ada, uma } from '../../model/activity/samples'
import { project, projectFile } from '../../model/samples'
import { session, visit } from '../../model-based/site'
import { clearStage, holdTime } from '../../model-based/view-harness'
import { layOut } from '../workspace/laid-out'

const carrier = project({ id: '6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f20', name: 'Carrier', notes: 'Two cameras' })
const radar = project({ id: '6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f21', name: 'Radar', notes: null, isPrivate: true })
const delivered = project({
  ...{ id: '6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f25', name: 'Delivered' },
  ...{ hasNews: true, hasRequestNews: true },
})
const report = projectFile({
  id: '6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f22',
  project_id: carrier.id,
  name: 'eye.7z',
  fileType: 'report',
  folderId: 'reports',
})
const layers = ['top.gtl', 'bottom.gbl'].map((name, index) =>
  projectFile({ id: `6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f3${index}`, project_id: carrier.id, name }),
)
const notes = projectFile({
  id: '6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f23',
  project_id: carrier.id,
  name: 'notes.7z',
  fileType: 'other',
})

let news: string | null
let hasLayers: boolean
let isCut: boolean
const many = Array.from({ length: 1000 }, (_, index) => project({ id: `p${index}`, name: `Many ${index}` }))
beforeEach(() => {
  isCut = false
  news = null
  hasLayers = false
})
beforeEach(layOut)
beforeEach(holdTime)
afterEach(clearStage)

const uploaded = activityEntry({ id: 'a2', subject: report.name, file_id: report.id })
const deleted = activityEntry({ id: 'a1', kind: 'file deleted', person: ada, subject: 'old.7z', file_id: radar.id })

const revision = {
  ...{ name: notes.name, size: 2048, sha256: '0'.repeat(64), note: null, uploaded_at: notes.uploaded_at },
  ...{ uploaded_by_name: 'Ada Vance', current: false, pinned: false },
}

/** Opens a URL of the workspace on a wide or narrow screen, as a user with these roles. */
async function open(address: string, isWide = true, realmRoles = session.realmRoles) {
  const asked: ActivityPageWanted[] = []
  const visited = await visit({
    at: '/privacy',
    port: { checkSession: async () => ({ kind: 'session', session: { ...session, realmRoles } }) },
    services: (made) => ({
      ...made,
      api: Object.assign(Object.create(made.api) as typeof made.api, {
        listProjects: async () => (isCut ? many : [carrier, radar, delivered]),
        findProjects: async (query: string) => [carrier].filter(({ id }) => id === query),
        listFiles: async () => {
          const files = [notes, { ...report, news }, ...(hasLayers ? layers : [])]
          return { files, total: files.length }
        },
        readFile: async (id: string) =>
          id === layers[1]?.id ? Promise.reject(new Error('The file was deleted.')) : new Blob(['']),
        listFileTypes: async () => [{ id: 1, name: 'other' }],
        getFilesSize: async () => 1,
        history: async () => ({
          listActivity: async (wanted: ActivityPageWanted) => {
            asked.push(wanted)
            const matching = [uploaded, deleted].filter(({ kind }) => kind === (wanted.kind ?? kind))
            return { entries: matching, next: null, people: [ada, uma] }
          },
          listRevisions: async () => [
            { ...revision, id: notes.id, current: true },
            { ...revision, id: radar.id, uploaded_at: '2026-01-01T03:04:05.000Z', pinned: true },
          ],
        }),
      }),
    }),
  })
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await visited.goTo(address)
  return { ...visited, asked, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}

const tabs = () => within(screen.getByRole('navigation', { name: 'Project' }))

test('a URL of a project leads to its overview, with its name as heading and title', async () => {
  await open(`/workspace/projects/${carrier.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Carrier' })).toBeVisible()
  expect(document.title).toMatch(/^Carrier · /)
  expect(tabs().getByRole('link', { current: 'page' })).toHaveTextContent('Overview')
  const overview = within(screen.getByRole('region', { name: 'Overview of Carrier' }))
  expect(overview.getByText('Two cameras')).toBeVisible()
  expect(await overview.findByRole('link', { name: 'eye.7z' })).toHaveAttribute(
    'href',
    `/workspace/projects/${carrier.id}/files?file=${report.id}&folder=reports`,
  )
})

test('the list of projects has a title of its own', async () => {
  await open('/workspace')
  await waitFor(() => expect(document.title).toMatch(/^Projects · /))
})

test.each([
  ['files', 'Files of Carrier'],
  ['members', 'Members of Carrier'],
])('the former URL of the dialog %s leads to its tab', async (dialog, region) => {
  const { path } = await open(`/workspace?project=${carrier.id}&dialog=${dialog}&q=car`)
  expect(await screen.findByRole('region', { name: region })).toBeVisible()
  expect(path()).toBe(`/workspace/projects/${carrier.id}/${dialog}`)
})

test('a file in the URL is previewed beside the list, which shows its folder, until it is closed', async () => {
  const { user } = await open(`/workspace/projects/${carrier.id}/files?folder=reports&file=${report.id}`)
  const preview = await screen.findByRole('dialog', { name: 'eye.7z' })
  expect(preview).not.toHaveAttribute('aria-modal')
  expect(tabs().getByRole('link', { current: 'page' })).toHaveTextContent('Files')
  expect(within(preview).getByText('1 of 1')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reports', pressed: true })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('region', { name: 'Files of Carrier' })).toBeVisible()
})

test('tabs and folders with something that the user has not seen are marked', async () => {
  news = '2026-01-02T03:04:05.000Z'
  await open(`/workspace/projects/${delivered.id}/files`)
  expect(await screen.findByRole('button', { name: /^Reports ?New$/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Inputs' })).toBeVisible()
  expect(tabs().getByRole('link', { name: /^Files ?New/ })).toBeVisible()
  expect(tabs().getByRole('link', { name: /^Requests ?New$/ })).toBeVisible()
})

test('a project without anything new has no marks', async () => {
  await open(`/workspace/projects/${carrier.id}/files`)
  expect(await screen.findByRole('button', { name: 'Reports' })).toBeVisible()
  expect(tabs().getByRole('link', { name: 'Requests' })).toBeVisible()
})

test('the Gerber files of a folder lead to one board, which says if one of them is missing', async () => {
  hasLayers = true
  const { user, path, search } = await open(`/workspace/projects/${carrier.id}/files`)
  await user.click(await screen.findByRole('link', { name: 'Show Gerber files as a board' }))
  expect(await screen.findByRole('combobox', { name: 'Board file' })).toHaveDisplayValue('2 Gerber and drill files')
  expect([path(), search()]).toEqual([`/workspace/projects/${carrier.id}/board`, '?file=gerber-set'])
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load preview: The file was deleted.')
})

test('a project that is too old for the list opens by its URL, and one that does not exist is missing', async () => {
  isCut = true
  const { goTo } = await open(`/workspace/projects/${carrier.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Carrier' })).toBeVisible()
  await goTo(`/workspace/projects/${radar.id}`)
  expect(await screen.findByText('There is no such project, or you are not a member of it.')).toBeVisible()
})

test('on a narrow screen the preview is a modal dialog', async () => {
  await open(`/workspace/projects/${carrier.id}/files?file=${notes.id}`, false)
  expect(await screen.findByRole('dialog', { name: 'notes.7z' })).toHaveAttribute('aria-modal', 'true')
})

test('a file that does not exist is reported above the list', async () => {
  await open(`/workspace/projects/${carrier.id}/files?file=${radar.id}`)
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such file.')
})

test('another project opens at the same tab, and a tab that does not exist is not found', async () => {
  const { user, goTo, path } = await open(`/workspace/projects/${carrier.id}/board`)
  expect(await screen.findByText(/^No board yet/)).toBeVisible()
  await user.click(within(screen.getByRole('navigation', { name: 'Projects' })).getByRole('link', { name: 'Radar' }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Radar/ })).toBeVisible()
  expect(path()).toBe(`/workspace/projects/${radar.id}/board`)
  await goTo(`/workspace/projects/${carrier.id}/nothing`)
  expect(await screen.findByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
})

test('a project that the user cannot see is reported, with a link to the others', async () => {
  await open(`/workspace/projects/${report.id}`)
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such project, or you are not a member of it.')
  expect(screen.getByRole('link', { name: 'All projects' })).toHaveAttribute('href', '/workspace')
})

test('activity links to files that still exist, and its filter is in the URL', async () => {
  const { user, path, search, asked } = await open(`/workspace/projects/${carrier.id}/activity?kind=file%20deleted`)
  const activity = within(await screen.findByRole('region', { name: 'Activity in Carrier' }))
  expect(await activity.findByRole('listitem')).toHaveTextContent(/^Ada Vance deleted old\.7z/)
  expect(activity.queryByRole('link')).toBeNull()
  expect(activity.queryByRole('button', { name: 'Download as CSV' })).toBeNull()
  await user.selectOptions(activity.getByRole('combobox', { name: 'Activity type' }), 'All activity')
  expect(await activity.findByRole('link', { name: 'eye.7z' })).toHaveAttribute(
    'href',
    `/workspace/projects/${carrier.id}/files?file=${report.id}&folder=reports`,
  )
  expect(path()).toBe(`/workspace/projects/${carrier.id}/activity`)
  expect(search()).toBe('')
  await user.selectOptions(activity.getByRole('combobox', { name: 'Person' }), 'Uma Serrano')
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(search()).toBe('?person=u1')
  expect(asked.map(({ kind, person }) => [kind, person])).toEqual([
    ['file deleted', null],
    [null, null],
    [null, 'u1'],
  ])
})

test('administrators can download the activity, and an unknown kind in the URL filters nothing', async () => {
  const { asked } = await open(`/workspace/projects/${carrier.id}/activity?kind=toString`, true, ['sysadmin'])
  expect(await screen.findByRole('button', { name: 'Download as CSV' })).toBeEnabled()
  expect(asked).toEqual([{ projectId: carrier.id, kind: null, person: null, cursor: null }])
})

test('an earlier revision is previewed in place of its file, and says that it is one', async () => {
  const { user } = await open(`/workspace/projects/${carrier.id}/files?file=${notes.id}`)
  await user.click(await screen.findByRole('button', { name: 'Revisions' }))
  const revisions = within(await screen.findByRole('dialog', { name: 'Revisions of notes.7z' }))
  expect(await revisions.findByText('A simulation request needs this revision, so it cannot be deleted.')).toBeVisible()
  expect(revisions.queryByRole('button', { name: /^Delete/ })).toBeNull()
  await user.click(revisions.getByRole('button', { name: 'Preview the revision from Jan 1, 2026, 3:04 AM' }))
  const preview = within(await screen.findByRole('dialog', { name: 'notes.7z' }))
  expect(await preview.findByText(/^This is an earlier revision, uploaded on Jan 1, 2026/)).toHaveAttribute(
    'role',
    'status',
  )
  expect(preview.getByText(/^2 KB/)).toBeVisible()
})
