// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMachine } from 'xstate'

import type { App } from '../../../src/inspector/adapter/receiver'
import type { Recording } from '../../../src/inspector/adapter/recording'
import { fileOf, recordingFrom } from '../../../src/inspector/adapter/recording-file'
import { createLog } from '../../../src/inspector/live/recording-log'
import type { Sheet } from '../../../src/inspector/chart/sheets'
import { outlineOf } from '../../../src/inspector/states'
import { Visualizer } from '../../../src/inspector/visualizer'
import { UiProvider } from '../../../src/ui/theme/provider'

const at = { createdAt: '1700000000000' }
const begun = (sessionId: string, name = 'session') =>
  ({
    ...at,
    type: '@xstate.actor',
    sessionId,
    name,
    snapshot: { status: 'active', value: 'idle', context: {} },
  }) as never
const sent = (sessionId: string, type: string) =>
  ({ ...at, type: '@xstate.event', sessionId, event: { type } }) as never

describe('a recording in a file', () => {
  const [actor, event] = [begun('a.1'), sent('a.1', 'go')] as [object, object]
  const snapshot = {
    ...event,
    type: '@xstate.snapshot',
    snapshot: { status: 'active', value: { a: { b: 'c' } } },
    took: 1,
  }
  const own = (events: unknown) => JSON.stringify({ kind: 'machine recording', version: 1, events })

  test('is opened if it is complete', () => {
    expect(recordingFrom(own([actor, event, snapshot]))).toEqual([actor, event, snapshot])
  })

  test.each([
    ['null', null],
    ['an unknown type', { ...event, type: '@xstate.microstep' }],
    ['no session id', { ...event, sessionId: 1 }],
    ['no event', { ...event, event: null }],
    ['an event without a type', { ...event, event: {} }],
    ['no time', { ...event, createdAt: undefined }],
    ['a time that is no date', { ...event, createdAt: '1e300' }],
    ['an actor without a name', { ...actor, name: undefined }],
    ['an actor without a snapshot', { ...actor, snapshot: undefined }],
    ['a snapshot without one', { ...snapshot, snapshot: null }],
    ['a state that is a number', { ...snapshot, snapshot: { value: { a: 1 } } }],
    ['a status that is an object', { ...snapshot, snapshot: { status: {} } }],
    ['a duration that is a text', { ...snapshot, took: '1' }],
    ['a sender that is an object', { ...event, sourceId: {} }],
  ])('is refused with %s', (_, wrong) => {
    expect(() => recordingFrom(own([actor, wrong]))).toThrow('This recording is damaged: entry 2 is incomplete.')
  })

  test.each([
    ['{}', 'not a visualizer recording'],
    ['null', 'not a visualizer recording'],
    ['[1', 'not a visualizer recording'],
    [own(undefined), 'not a visualizer recording'],
    [own([]).replace('1', '2'), 'another version'],
  ])('%s is refused', (text, words) => {
    expect(() => recordingFrom(text)).toThrow(words)
  })
})

describe('the live view', () => {
  const sheets = [
    {
      id: 'session',
      title: 'Session',
      ...outlineOf(createMachine({ id: 'session', initial: 'idle', states: { idle: {} } })),
      drawing: { width: 1, height: 1, shapes: [] },
      places: { states: {}, arrows: [] },
    },
  ] as unknown as Sheet[]
  const app = { send: vi.fn(), close: vi.fn() } as unknown as App

  // Opens the view of times, because jsdom cannot measure charts.
  beforeEach(() => history.replaceState(null, '', '#/live?view=times'))
  afterEach(() => {
    vi.restoreAllMocks()
    history.replaceState(null, '', '/')
  })

  async function show(live: Recording, log = createLog()) {
    for (const one of live) log.add(one)
    await expect.poll(() => log.readLive().length).toBe(live.length)
    render(
      <UiProvider cache={createCache({ key: 'css' })}>
        <Visualizer data={{ sheets, editor: null, against: null }} log={log} app={app} />
      </UiProvider>,
    )
    const choose = (text: string) =>
      userEvent.upload(screen.getByLabelText('Import'), new File([text], 'a.json', { type: 'application/json' }))
    return { log, choose }
  }
  const events = () =>
    within(screen.getByRole('list', { name: 'Events' }))
      .queryAllByRole('listitem')
      .map((one) => one.querySelector('.type')?.textContent)

  test('shows a file without mixing it with the app, and then the app with what happened meanwhile', async () => {
    const { log, choose } = await show([begun('b.1'), sent('b.1', 'first')])
    log.describe({ pageLoad: 'b', address: '/b', browser: 'B', versions: {}, problems: [] })
    await choose(fileOf([begun('a.1'), sent('a.1', 'recorded')]))
    expect(await screen.findByRole('button', { name: 'Back to the app' })).toBeVisible()
    log.add(sent('b.1', 'second'))
    await expect.poll(() => log.readLive().length).toBe(3)
    expect(events()).toEqual(['recorded'])
    expect(log.read()).toHaveLength(2)
    expect(log.readAbout()).toBeNull()
    expect(screen.getByText('1 of 1 active')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Session/, pressed: false }))
    expect(screen.queryByText('Send an event')).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Back to the app' }))
    expect(events()).toEqual(['second', 'first'])
    expect(log.readAbout()).toMatchObject({ address: '/b' })
    expect(screen.queryByRole('button', { name: 'Back to the app' })).toBeNull()
  })

  test('says after a reload which file to import again, and shows the app until then', async () => {
    history.replaceState(null, '', '#/live?view=times&moment=1&file=a.json')
    const { choose } = await show([begun('b.1'), sent('b.1', 'first')])
    const notice = screen.getByText(/^This link shows a moment of the recording/)
    expect(notice).toHaveTextContent(
      'This link shows a moment of the recording a.json. Import that file to see it. Until then, the recording of the app is shown.',
    )
    expect(events()).toEqual(['first'])
    await choose(fileOf([begun('a.1'), sent('a.1', 'recorded')]))
    await expect.poll(events).toEqual(['recorded'])
    expect(notice).not.toBeInTheDocument()
    expect(screen.getByText('1 of 2')).toBeVisible()
  })

  test('no longer mentions a file of an earlier page load once the app is chosen', async () => {
    history.replaceState(null, '', '#/live?view=times&moment=1&file=a.json')
    await show([begun('b.1'), sent('b.1', 'first')])
    await userEvent.click(screen.getByRole('button', { name: 'Back to the app' }))
    expect(screen.queryByText(/^This link shows a moment of the recording/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Back to the app' })).toBeNull()
    expect(screen.getByText('2 of 2')).toBeVisible()
  })

  test('keeps the latest reports of a long session, with the running actors, and says so', async () => {
    const { log } = await show([begun('b.1'), sent('b.1', 'first'), sent('b.1', 'second')], createLog(8))
    for (let count = 0; count < 3; count += 1) log.add(sent('b.1', 'more'))
    await expect.poll(() => log.readLive().length).toBe(6)
    const back = screen.getByRole('button', { name: 'Back' })
    for (let steps = 0; steps < 2; steps += 1) await userEvent.click(back)
    expect(screen.getByText('4 of 6')).toBeVisible()
    expect(screen.queryByText(/are not kept/)).toBeNull()
    for (let count = 0; count < 4; count += 1) log.add(sent('b.1', 'last'))
    // Of ten reports, the latest six and the actor are kept.
    expect(await screen.findByText(/The first 3 reports were discarded/)).toBeVisible()
    expect(log.readLive()[0]).toMatchObject({ type: '@xstate.actor', sessionId: 'b.1' })
    expect(events()).toEqual(['last', 'last', 'last', 'last', 'more', 'more'])
    // The same report is shown as before.
    expect(screen.getByText('1 of 7')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByText(/are not kept/)).toBeNull()
  })

  test('keeps the recording of the app if a file is damaged or cannot be shown', async () => {
    const { log, choose } = await show([begun('b.1'), sent('b.1', 'first')])
    await choose(
      '{"kind":"machine recording","version":1,"events":[{"type":"@xstate.event","sessionId":"a.b","event":null}]}',
    )
    expect(await screen.findByRole('alert')).toHaveTextContent('This recording is damaged: entry 1 is incomplete.')
    expect(events()).toEqual(['first'])

    // React reports the error that the boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    log.open([{ ...at, type: '@xstate.event', sessionId: 'a.1', event: null }] as never)
    expect(await screen.findByRole('heading', { name: 'This view cannot be displayed' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close the file' }))
    expect(events()).toEqual(['first'])
  })
})
