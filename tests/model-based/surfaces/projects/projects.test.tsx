// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'

import type { LocalProject, Project } from '../../../../machines/projects/project-list'
import { listViewMachine } from '../../../../machines/projects/list-view.machine'
import { projectsMachine } from '../../../../machines/projects/projects.machine'
import { ProjectsPage } from '../../../../src/workspace/projects/list/projects-page'
import { localProject, project, projectsInput } from '../../../model/samples'
import { renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Snapshot = SnapshotFrom<typeof projectsMachine>

const camera = project({ lastActivity: '2026-01-02T00:00:00.000Z', usedBytes: 20 })
const radar = project({ id: 'p2', name: 'Radar', lastActivity: '2026-01-03T00:00:00.000Z', usedBytes: 10 })
const antenna = project({ id: 'p3', name: 'Antenna', lastActivity: '2026-01-04T00:00:00.000Z', usedBytes: 0 })
const pump = localProject({ id: 'local-7', name: 'Pump' })
const savedPump = project({ id: 'p7', name: 'Pump', lastActivity: '2026-01-05T00:00:00.000Z' })

const button = (name: string) => screen.getByRole('button', { name })
const card = (name: string) => screen.queryByRole('article', { name })
const inCard = (name: string) => within(screen.getByRole('article', { name }))
const search = () => screen.getByRole('searchbox', { name: 'Search projects' })
/** The alerts outside of the cards. The card of an unsaved project has its own alert. */
const pageAlerts = () => screen.queryAllByRole('alert').filter((alert) => !alert.closest('article'))
const count = (projects: number) => `${projects} ${projects === 1 ? 'project' : 'projects'}`

const orders: Record<string, (one: Project, other: Project) => number> = {
  activity: (one, other) => other.lastActivity.localeCompare(one.lastActivity),
  name: (one, other) => one.name.localeCompare(other.name),
  size: (one, other) => other.usedBytes - one.usedBytes,
}

/** The projects that match the search: first the unsaved ones, then the others in the selected order. */
const shownOf = ({ context: { projects, locals, query, sort, isOpeningSample } }: Snapshot) => {
  if (isOpeningSample) return []
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(query)
  return [...locals.filter(matches), ...projects.filter(matches).toSorted(orders[sort])]
}

const expectCards = (snapshot: Snapshot) => {
  const { selectedId, savingId, locals } = snapshot.context
  const shown = shownOf(snapshot)
  expect(screen.queryAllByRole('article').map((it) => it.getAttribute('aria-label'))).toEqual(
    shown.map(({ name }) => name),
  )
  for (const { id, name } of shown) {
    expect(inCard(name).getByRole('button', { name })).toHaveAttribute('aria-pressed', String(id === selectedId))
    const local = locals.find((it) => it.id === id)
    if (local) expectUnsaved(local, local.id === savingId)
    else {
      expect(inCard(name).queryByText('Not saved yet')).not.toBeInTheDocument()
      for (const action of ['Manage files', `More actions for ${name}`]) {
        expect(inCard(name).getByRole('button', { name: action })).toBeEnabled()
      }
    }
  }
}

const expectUnsaved = ({ name, failure: reason, isRefused }: LocalProject, isSaving: boolean) => {
  expect(inCard(name).getByText('Not saved yet')).toBeVisible()
  expect(inCard(name).getByRole('alert')).toHaveTextContent(
    `${reason} ${isRefused ? 'Edit it, or discard it.' : 'It is kept in this tab and will be saved automatically when the server responds.'}`,
  )
  expect(inCard(name).queryByRole('button', { name: 'Manage files' })).not.toBeInTheDocument()
  for (const action of [isSaving ? 'Saving...' : 'Retry', 'Edit', 'Discard']) {
    const it = inCard(name).getByRole('button', { name: action })
    if (isSaving) expect(it).toBeDisabled()
    else expect(it).toBeEnabled()
  }
}

/** Checks the error that is shown when the list is missing or outdated, and its retry button. */
const expectFailure = ({ context: { failure: reason, projects } }: Snapshot, isLoading: boolean) => {
  const notice = pageAlerts()[0]
  expect(notice).toHaveTextContent(
    `${reason ?? ''}Your projects are safe; ${
      projects.length === 0 ? 'only the list is missing.' : 'what you see may be out of date.'
    }`,
  )
  const retry = within(notice ?? document.body).getByRole('button')
  if (isLoading) expect(isUsable(retry)).toBe(false)
  else expect(retry).toHaveTextContent('Retry')
}

const expectPage = (snapshot: Snapshot, isLoading: boolean) => {
  const { projects, locals, query, failure: reason, isOpeningSample } = snapshot.context
  const all = isOpeningSample ? 0 : projects.length + locals.length
  const isFirstLoad = isLoading && all === 0 && reason === null && !isOpeningSample
  expect(button('Request Simulation')).toBeEnabled()
  expect(screen.getAllByRole('button', { name: 'Create New Project' })[0]).toBeEnabled()
  expect(search()).toHaveValue(query)
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue(snapshot.context.sort)

  expectCards(snapshot)
  if (reason !== null) expectFailure(snapshot, isLoading)
  else {
    const shown = shownOf(snapshot).length
    const found = shown < all ? `${shown} of ${count(all)}` : count(all)
    expect(screen.getByRole('status')).toHaveTextContent(isFirstLoad ? 'Loading workspace...' : found)
  }
  const none = screen.queryByText('No projects found. Create your first project to get started!')
  const steps = screen.queryByText('the first steps')
  if (all === 0 && !isFirstLoad && (reason === null || isOpeningSample)) {
    expect(none).toBeVisible()
    expect(steps).toBeVisible()
  } else {
    expect(none).not.toBeInTheDocument()
    expect(steps).not.toBeInTheDocument()
  }
}

/** Clears the search if it hides the project. */
const reach = async (name: string, { user, send }: Stage<typeof projectsMachine>) => {
  if (!card(name)) {
    await user.clear(search())
    send({ type: 'search.finished' })
  }
  return inCard(name)
}

/** Offers an event only while both projects are listed. */
const whenListed =
  <Case,>(it: Case) =>
  ({ context }: Snapshot) =>
    [camera, radar].every(({ id }) => context.projects.some((listed) => listed.id === id)) ? [it] : []

/** The search and the rest of the page do not affect each other. Walking all combinations would exceed the limit. */
const isWriting = (snapshot: Snapshot) => snapshot.matches({ search: 'writing' })
const whileSettled =
  <Case,>(cases: Case[] | ((snapshot: Snapshot) => Case[])) =>
  (snapshot: Snapshot) => {
    if (isWriting(snapshot) || snapshot.context.isOpeningSample) return []
    return typeof cases === 'function' ? cases(snapshot) : cases
  }
const whileNotWriting = (snapshot: Snapshot) => (isWriting(snapshot) ? [] : [{}])
/** Offers a search event only while nothing else is in progress. */
const whenQuiet =
  <Case,>(it: Case) =>
  (snapshot: Snapshot) =>
    snapshot.matches({ list: 'shown', files: 'quiet', unsaved: 'resting' }) && snapshot.context.locals.length === 0
      ? whenListed(it)(snapshot)
      : []

const projects: Surface<typeof projectsMachine> = {
  situations: {
    'a user with a link to an inaccessible project': { input: projectsInput({ selectedId: 'p9' }) },
    'a user whose project could not be saved': { input: projectsInput({ locals: [pump], sort: 'name' }) },
  },
  events: {
    'projects.reload': whileNotWriting,
    'files.changed': whileSettled([{}]),
    'files.counted': whileSettled(whenListed({ projectId: camera.id, fileCount: 7, usedBytes: 0, lastActivity: null })),
    'search.changed': whenQuiet({ query: 'ra' }),
    'search.finished': (snapshot) => (isWriting(snapshot) ? [{}] : []),
    'address.changed': whenQuiet({ query: 'an' }),
    'sort.chosen': whileSettled(whenListed({ sort: 'size' as const })),
    'projects.found': whenQuiet({ projects: [radar] }),
    'project.selected': whileSettled(whenListed({ id: camera.id })),
    'project.created': (snapshot) => whileNotWriting(snapshot).map(() => ({ project: antenna, localId: 'local-9' })),
    // The button is shown only to users without projects.
    'sample.opening': (snapshot) =>
      snapshot.matches({ list: 'shown', files: 'quiet', unsaved: 'resting' }) &&
      snapshot.context.projects.length + snapshot.context.locals.length === 0
        ? [{}]
        : [],
    'sample.failed': ({ context }) => (context.isOpeningSample ? [{}] : []),
    'project.changed': whileSettled(whenListed({ project: { ...radar, name: 'Radar 2' } })),
    'project.deleted': whileSettled(whenListed({ id: radar.id })),
    // A project that has been saved can no longer be stored as unsaved.
    'local.kept': whileSettled(({ context }) =>
      context.projects.some(({ id }) => id === savedPump.id) ? [] : [{ project: pump }],
    ),
    'local.held': whileSettled([{ id: pump.id }, { id: null }]),
    'local.retry': whileSettled((snapshot) => [{ id: snapshot.matches({ unsaved: 'saving' }) ? 'local-8' : pump.id }]),
    'local.discarded': whileSettled([{ id: pump.id }]),
    // Raised by the machine itself.
    'api.answered': [],
    'list.changed': [],
  },
  done: { loadProjects: [[camera, radar], []], createProject: [savedPump], followUploads: null, followAddress: null },
  failed: {
    loadProjects: [failure('The server is being restarted.'), failure()],
    createProject: [failure('The name is too long.', { status: 422 }), failure()],
    followUploads: null,
    followAddress: null,
  },
  distinguish: ({ projects: list, locals, savingId, heldId, failure: reason, isOpeningSample }) => ({
    isOpeningSample,
    locals,
    savingId,
    heldId,
    reason,
    names: list.map(({ name }) => name),
  }),
  mount: ({ machine, input }) => {
    // The list uses the window's height to determine how many cards are visible.
    vi.stubGlobal('innerHeight', 2000)
    vi.stubGlobal('scrollTo', () => {})
    const actor = createActor(machine, { input: input ?? projectsInput() }).start()
    const elsewhere = () => {}
    renderWorkspace(
      <ProjectsPage
        projects={actor}
        listView={createActor(listViewMachine, { input: { view: 'cards' } }).start()}
        onSelect={(id) => actor.send({ type: 'project.selected', id })}
        onSearch={(query) => actor.send({ type: 'search.changed', query })}
        onSort={(sort) => actor.send({ type: 'sort.chosen', sort })}
        onCreate={elsewhere}
        onRequest={elsewhere}
        isSearching={false}
        onManageFiles={elsewhere}
        onMembers={elsewhere}
        onEdit={elsewhere}
        onDelete={elsewhere}
        onDiscard={(id) => actor.send({ type: 'local.discarded', id })}
        firstSteps={<p>the first steps</p>}
      />,
      {} as never,
    )
  },
  states: {
    'list.loading': (_, snapshot) => expectPage(snapshot, true),
    'list.shown': (_, snapshot) => {
      expectPage(snapshot, false)
      const { selectedId, failure: reason, locals, projects: listed } = snapshot.context
      if (reason !== null) return
      const isThere = selectedId === null || [...locals, ...listed].some(({ id }) => id === selectedId)
      expect(pageAlerts().map(({ textContent }) => textContent)).toEqual(
        isThere
          ? []
          : [
              'There is no such project, or you are not a member of it.' +
                'Ask the person who sent you the link to add you to the project. Your projects are below.',
            ],
      )
    },
    // Changes to files are not visible until the list is reloaded.
    'files.quiet': (_, snapshot) => expectCards(snapshot),
    'files.changing': (_, snapshot) => expectCards(snapshot),
    // The list is searched while the user types, before the URL contains the text.
    'search.settled': (_, snapshot) => expectCards(snapshot),
    'search.writing': (_, snapshot) => expectCards(snapshot),
    'unsaved.resting': () => {
      expect(screen.queryByRole('button', { name: 'Saving...' })).not.toBeInTheDocument()
    },
    'unsaved.choosing': () => expect.unreachable('It is left as soon as it is entered.'),
    'unsaved.saving': (_, snapshot) => {
      const saving = shownOf(snapshot).filter(({ id }) => id === snapshot.context.savingId)
      expect(screen.queryAllByRole('button', { name: 'Saving...' })).toHaveLength(saving.length)
    },
  },
  perform: {
    'projects.reload': async (event, { user, send }) => {
      const retry = screen.queryByRole('button', { name: 'Retry' })
      if (retry && !retry.closest('article')) await user.click(retry)
      else send(event)
    },
    'search.changed': async ({ query }, { user }) => {
      await user.clear(search())
      await user.click(search())
      await user.paste(query)
    },
    'sort.chosen': async (_, { user }) => {
      await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Size')
    },
    'project.selected': async (_, stage) => {
      await stage.user.click((await reach(camera.name, stage)).getByRole('button', { name: camera.name }))
    },
    'search.finished': (event, { send }) => send(event),
    'address.changed': (event, { report }) => report('followAddress', event),
    // Sent by other parts of the workspace, such as the uploads and the dialogs in front of the list.
    'files.changed': (event, { report }) => report('followUploads', event),
    'files.counted': (event, { send }) => send(event),
    'projects.found': (event, { send }) => send(event),
    'project.created': (event, { send }) => send(event),
    'sample.opening': (event, { send }) => send(event),
    'sample.failed': (event, { send }) => send(event),
    'project.changed': (event, { send }) => send(event),
    'project.deleted': (event, { send }) => send(event),
    'local.kept': (event, { send }) => send(event),
    'local.held': (event, { send }) => send(event),
    'local.retry': async (event, stage) => {
      // Another unsaved project. tests/model/projects has two.
      if (event.id !== pump.id) stage.send(event)
      else await stage.user.click((await reach(pump.name, stage)).getByRole('button', { name: 'Retry' }))
    },
    'local.discarded': async (event, stage) => {
      const discard = card(pump.name) && inCard(pump.name).queryByRole('button', { name: 'Discard' })
      // The button is disabled while the project is being sent, but it may have been clicked just before.
      if (discard && !discard.hasAttribute('disabled')) await stage.user.click(discard)
      else stage.send(event)
    },
    'api.answered': () => expect.unreachable('The machine raises it itself.'),
    'list.changed': () => expect.unreachable('The machine raises it itself.'),
  },
}

testSurface('Projects', projectsMachine, projects)
