// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { activeOf, commandMenuMachine, itemsOf } from '../../../../machines/search/command-menu.machine'
import { CommandMenu } from '../../../../src/workspace/search/command-menu'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const onOpen = vi.fn()
const onClose = vi.fn()
const projects = [{ id: 'p1', name: 'Camera board' }]
const request = {
  id: 'r1',
  number: 'SI-1007',
  project_id: 'p1',
  project_name: 'Camera board',
  status: 'paid' as const,
  total: 4500,
}
const file = {
  id: 'f1',
  name: 'camera.kicad_pcb',
  project_id: 'p1',
  project_name: 'Camera board',
  folderId: 'inputs',
  uploaded_at: '2026-01-02T03:04:05Z',
}
const field = () => screen.getByRole('combobox', { name: 'Search projects, files, requests and actions' })

/** What every state shows: the entries in groups, with one of them selected. */
function expectItems(snapshot: SnapshotFrom<typeof commandMenuMachine>) {
  const items = itemsOf(snapshot)
  const options = within(screen.getByRole('listbox', { name: 'Results' })).queryAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(
    items.map(({ name, detail }) => (detail ? `${name} ${detail}` : name)),
  )
  expect(options.filter((option) => option.ariaSelected === 'true')).toEqual(
    items.length > 0 ? [options[activeOf(snapshot)]] : [],
  )
  expect(field()).toHaveValue(snapshot.context.query)
  expect(field().getAttribute('aria-activedescendant')).toBe(options[activeOf(snapshot)]?.id ?? null)
}

const commandMenu: Surface<typeof commandMenuMachine> = {
  situations: { 'a user with one project': { input: { projects } } },
  events: {
    'query.typed': [{ query: 'camera' }, { query: 'x' }],
    'item.moved': ({ context }) => (context.active < 2 ? [{ by: 1 }, { by: -1 }] : [{ by: -1 }]),
    'item.pointed': (snapshot) => (itemsOf(snapshot).length > 1 ? [{ index: 1 }] : []),
    'item.chosen': [{}],
    'search.retried': ({ context }) => (context.failure ? [{}] : []),
  },
  done: { findFiles: [{ files: [file], more: true }], loadRequests: [[request]] },
  failed: { findFiles: [failure()], loadRequests: [failure()] },
  mount: ({ machine }) => {
    // jsdom does not scroll.
    Element.prototype.scrollIntoView = () => {}
    onOpen.mockClear()
    onClose.mockClear()
    renderWorkspace(<CommandMenu projects={projects} onOpen={onOpen} onClose={onClose} />, {
      ...machinesOver({}),
      commandMenu: machine,
    })
  },
  states: {
    'files.resting': (_, snapshot) => {
      expectItems(snapshot)
      const { failure: shown, more } = snapshot.context
      expect(screen.queryByRole('alert')?.textContent ?? null).toBe(shown && `${shown}Retry`)
      const none = itemsOf(snapshot).length === 0
      expect(screen.getByRole('status')).toHaveTextContent(
        none ? 'Nothing found.' : more ? 'More files match. Keep typing to narrow the results.' : '',
      )
    },
    'files.choosing': () => expect.unreachable('It is left as soon as it is entered.'),
    'files.waiting': (_, snapshot) => {
      expectItems(snapshot)
      expect(screen.getByRole('status')).toHaveTextContent('Searching files...')
    },
    'files.searching': (_, snapshot) => {
      expectItems(snapshot)
      expect(screen.getByRole('status')).toHaveTextContent('Searching files...')
    },
    'requests.loading': (_, snapshot) => expectItems(snapshot),
    'requests.known': (_, snapshot) => expectItems(snapshot),
  },
  perform: {
    // In one step, like pasting over the selected text. Entering the same text again is not a change for the browser.
    'query.typed': ({ query }, { send }) => {
      if ((field() as HTMLInputElement).value === query) send({ type: 'query.typed', query })
      else fireEvent.change(field(), { target: { value: query } })
    },
    'item.moved': ({ by }, { user }) => user.type(field(), by === 1 ? '{ArrowDown}' : '{ArrowUp}'),
    'item.pointed': ({ index }, { user }) => {
      const option = screen.getAllByRole('option')[index]
      if (!option) throw new Error('There is no such option.')
      return user.hover(option)
    },
    'item.chosen': async (_, { user, snapshot }) => {
      const chosen = itemsOf(snapshot())[activeOf(snapshot())]
      await user.type(field(), '{Enter}')
      if (chosen) expect(onOpen).toHaveBeenLastCalledWith(chosen)
      else expect(onOpen).not.toHaveBeenCalled()
    },
    'search.retried': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
  },
}

testSurface('Command menu', commandMenuMachine, commandMenu)
