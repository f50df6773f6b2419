// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { longTextMachine } from '../../../../../machines/previews/text/long-text.machine'
import { LongText } from '../../../../../src/workspace/previews/text/long-text'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

type Machine = typeof longTextMachine

/** 20 MB: 640 parts of 32,768 bytes, in sections of 512 parts. */
const size = 640 * 32_768
const inFirstPart = 10
const inSecondSection = 17_000_000
const part = (from: number) => ({ text: 'one\ntwo', lines: 2, from })
const parts = { 0: part(0), 1: part(32_768) }

/** The positions of the searches: the start, just after each match, and the position that one search reports. */
const positions: Record<number, string> = {
  0: '0 bytes',
  [inFirstPart + 1]: '11 bytes',
  [inSecondSection + 1]: '16.2 MB',
  [5 * 1_048_576]: '5 MB',
}

const onBroken = vi.fn()
const notice = () => screen.queryByText('Some of this file could not be read: the connection was lost.')
const status = () => screen.getByRole('status').textContent

/** What does not depend on the state: which section is shown, and whether a part is missing. */
const seen = (_: Stage<Machine>, { context }: { context: { section: number; lost: number[] } }) => {
  expect(screen.getByText(`Section ${context.section + 1} of 2`)).toBeVisible()
  expect(notice() !== null).toBe(context.lost.length > 0)
}

const longText: Surface<Machine> = {
  situations: { 'a text of two sections': {} },
  events: {
    'parts.shown': [{ indices: [0, 1] }, { indices: [] }],
    'reading.retried': ({ context }) => (context.lost.length > 0 ? [{}] : []),
    'section.chosen': ({ context }) => [{ section: 1 - context.section }],
    'word.typed': [{ word: 'needle' }],
    'search.requested': [{}],
    'search.advanced': [{ at: 5 * 1_048_576 }],
    'match.found': [{ at: inFirstPart }],
    'user.scrolled': [{}],
  },
  done: {
    readParts: [parts, { 0: part(0) }],
    findNext: [inFirstPart, inSecondSection, null],
    findLine: [1],
  },
  failed: {
    readParts: [failure('The server does not respond.')],
    findNext: [failure('The server does not respond.')],
    findLine: [failure('The server does not respond.')],
  },
  distinguish: ({ visible, parts: read, lost, section, word, goal }) => [
    visible.length,
    Object.keys(read).length,
    lost.length > 0,
    section,
    word,
    goal,
  ],
  mount: ({ machine }) => {
    onBroken.mockClear()
    renderWorkspace(<LongText fileId="f1" content={{ as: 'parts', size, bytes: null }} onBroken={onBroken} />, {
      ...machinesOver({}),
      openText: () => machine,
    })
  },
  states: {
    'parts.resting': (stage, snapshot) => {
      seen(stage, snapshot)
      const { parts: read, lost } = snapshot.context
      // Without any part, the preview has nothing to show.
      if (lost.length > 1 && Object.keys(read).length === 0)
        expect(onBroken).toHaveBeenLastCalledWith('The server does not respond.')
      else if (lost.length === 0 && Object.keys(read).length === 0) expect(notice()).toBeNull()
    },
    'parts.reading': seen,
    'search.idle': () => expect(status()).toBe(''),
    'search.searching': (_, { context: { search } }) =>
      expect(status()).toBe(`Searching: ${positions[search.at]} of 20 MB`),
    'search.found': (_, { context: { last } }) =>
      expect(status()).toBe(last?.at === inFirstPart ? 'Found at byte 10' : `Found at byte 17,000,000`),
    'search.absent': () => expect(status()).toBe('No match between here and the end of the file'),
    'search.interrupted': () => expect(status()).toBe('The search was interrupted. Please try again.'),
    'match.resting': seen,
    'match.approaching': seen,
    'match.locating': seen,
    'match.pinned': seen,
  },
  perform: {
    // jsdom has no layout, so no part is in view.
    'parts.shown': (event, { send }) => send(event),
    'reading.retried': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'section.chosen': ({ section }, { user }) =>
      user.click(screen.getByRole('button', { name: section === 1 ? 'Next' : 'Previous' })),
    'word.typed': ({ word }) => {
      fireEvent.change(screen.getByRole('searchbox', { name: 'Search in file' }), { target: { value: word } })
    },
    'search.requested': (_, { user }) => user.click(screen.getByRole('button', { name: 'Find next' })),
    'search.advanced': (event, { send }) => send(event),
    'match.found': (event, { send }) => send(event),
    'user.scrolled': () => act(() => void fireEvent.wheel(screen.getByRole('region', { name: 'Text' }))),
  },
}

testSurface('Long text', longTextMachine, longText)
