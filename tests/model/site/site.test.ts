import { describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

import {
  type ContactMessage,
  contactFormMachine,
  draftOf,
  contactFailureOf,
  isMissing,
  unsentOf,
} from '../../../machines/site/contact-form.machine'
import { isOpen, mobileMenuMachine } from '../../../machines/site/mobile-menu.machine'
import {
  isExpanded as isCardExpanded,
  newsOf,
  newsPagerMachine,
  pageCountOf,
  pageOf,
  placeOf,
} from '../../../machines/site/news-pager.machine'
import {
  isExpanded,
  isFull,
  isShown,
  publicationsMachine,
  publicationsOf,
} from '../../../machines/site/publications.machine'
import type { Publication } from '../../../machines/site/site-news'
import { covers } from '../../spec-coverage/covers'

describe('contact form', () => {
  const start = (send: (message: ContactMessage) => Promise<unknown> = async () => ({})) => {
    const sent: ContactMessage[] = []
    const notices: (string | null)[] = []
    const actor = createActor(
      contactFormMachine.provide({
        actors: {
          sendMessage: fromPromise<unknown, ContactMessage>(({ input }) => {
            sent.push(input)
            return send(input)
          }),
        },
      }),
    )
    actor.on('notice', ({ text }) => notices.push(text))
    actor.start()
    const fill = () => {
      actor.send({ type: 'field.changed', field: 'name', value: ' Ada ' })
      actor.send({ type: 'field.changed', field: 'email', value: 'ada@example.com' })
      actor.send({ type: 'field.changed', field: 'message', value: 'A question\n' })
      actor.send({ type: 'terms.changed', accepted: true })
    }
    return { actor, sent, notices, fill, settled: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')) }
  }

  test('carries out an early press once, with the input at that time', async () => {
    const { actor, sent, settled } = start()
    const typed = { name: 'Ada', email: 'ada@example.com', message: 'A question', acceptsTerms: true }
    actor.send({ type: 'form.hydrated', typed, pressed: true })
    expect(actor.getSnapshot().matches('submitting')).toBe(true)
    actor.send({ type: 'form.hydrated', typed: { name: 'Eve' }, pressed: true })
    await settled()
    expect(actor.getSnapshot().matches('success')).toBe(true)
    expect(sent).toEqual([{ name: 'Ada', email: 'ada@example.com', message: 'A question' }])
  })

  test('keeps the input of an incomplete early press, and shows what is missing', () => {
    const { actor, sent, notices } = start()
    actor.send({ type: 'form.hydrated', typed: { name: 'Ada' }, pressed: true })
    expect(notices).toEqual(['Please fill in all fields and accept the terms'])
    expect(draftOf(actor.getSnapshot()).name).toBe('Ada')
    expect(isMissing(actor.getSnapshot(), 'email')).toBe(true)
    expect(sent).toEqual([])
  })

  test('sends nothing if it was filled but not submitted before its code had loaded', () => {
    const { actor, sent, notices } = start()
    const typed = { name: 'Ada', email: 'ada@example.com', message: 'A question', acceptsTerms: true }
    actor.send({ type: 'form.hydrated', typed, pressed: false })
    expect(actor.getSnapshot().matches('idle')).toBe(true)
    expect([sent, notices]).toEqual([[], []])
  })

  test('is sent only if every field is filled and the terms are accepted', () => {
    const events = [
      { type: 'field.changed', field: 'name', value: 'Ada' },
      { type: 'field.changed', field: 'name', value: '  ' },
      { type: 'field.changed', field: 'email', value: 'ada@example.com' },
      { type: 'field.changed', field: 'message', value: 'A question' },
      { type: 'terms.changed', accepted: true },
      { type: 'terms.changed', accepted: false },
      { type: 'form.submitted' },
    ] as const
    const paths = getShortestPaths(contactFormMachine, { events: [...events], limit: 2_000 })
    const submitting = paths.filter(({ state }) => state.matches('submitting'))
    expect(submitting.map(({ state: { context } }) => context)).toEqual([
      expect.objectContaining({ name: 'Ada', email: 'ada@example.com', message: 'A question', acceptsTerms: true }),
    ])
    expect(paths.length).toBeGreaterThan(20)
  })

  test.each(['name', 'email', 'message', 'acceptsTerms'] as const)(
    'without %s shows an error and makes no request',
    (field) => {
      covers('5-contact-name', '5-contact-email', '5-contact-message', '5-contact-terms')
      const { actor, sent, notices, fill } = start()
      fill()
      if (field === 'acceptsTerms') actor.send({ type: 'terms.changed', accepted: false })
      else actor.send({ type: 'field.changed', field, value: ' ' })
      expect(isMissing(actor.getSnapshot(), field)).toBe(false)
      actor.send({ type: 'form.submitted' })
      expect(notices).toEqual(['Please fill in all fields and accept the terms'])
      expect(sent).toEqual([])
      expect(isMissing(actor.getSnapshot(), field)).toBe(true)
    },
  )

  test('a complete submission withdraws the notice of an incomplete one', () => {
    const { actor, notices, fill } = start()
    actor.send({ type: 'form.submitted' })
    fill()
    expect(notices).toEqual(['Please fill in all fields and accept the terms'])
    actor.send({ type: 'form.submitted' })
    expect(actor.getSnapshot().matches('submitting')).toBe(true)
    expect(notices).toEqual(['Please fill in all fields and accept the terms', null])
  })

  test('restores unsent input except for the consent', () => {
    const first = start()
    first.fill()
    const draft = unsentOf(first.actor.getSnapshot())
    const second = start()
    expect(unsentOf(second.actor.getSnapshot())).toBeNull()
    if (draft) second.actor.send({ type: 'draft.restored', draft })
    expect(draftOf(second.actor.getSnapshot())).toMatchObject({
      name: ' Ada ',
      email: 'ada@example.com',
      message: 'A question\n',
      acceptsTerms: false,
    })
  })

  test('sends the trimmed input once, and is empty afterwards', async () => {
    covers('3-contact-fields', '7-contact')
    const { actor, sent, fill, settled } = start()
    fill()
    actor.send({ type: 'form.submitted' })
    actor.send({ type: 'form.submitted' })
    actor.send({ type: 'field.changed', field: 'name', value: 'Someone else' })
    const done = await settled()
    expect(sent).toEqual([{ name: 'Ada', email: 'ada@example.com', message: 'A question' }])
    expect(done.value).toBe('success')
    expect(draftOf(done)).toMatchObject({ name: '', email: '', message: '', acceptsTerms: false })
    actor.send({ type: 'field.changed', field: 'name', value: 'A' })
    expect(actor.getSnapshot().value).toBe('idle')
  })

  test.each([
    ['Too many messages.', 'Too many messages.'],
    ['', 'An error occurred. Please try again.'],
  ])('a rejection "%s" shows "%s", keeps the input and can be retried', async (message, text) => {
    let isDown = true
    const { actor, sent, fill, settled } = start(async () => (isDown ? Promise.reject(new Error(message)) : {}))
    fill()
    actor.send({ type: 'form.submitted' })
    const failed = await settled()
    expect(failed.value).toBe('error')
    expect(contactFailureOf(failed)).toBe(text)
    expect(draftOf(failed)).toMatchObject({ name: ' Ada ', acceptsTerms: true })
    isDown = false
    actor.send({ type: 'form.submitted' })
    expect((await settled()).value).toBe('success')
    expect(sent).toHaveLength(2)
  })
})

describe('mobile menu', () => {
  const start = () => {
    let locks = 0
    let goBack = () => {}
    let widen = () => {}
    const actor = createActor(
      mobileMenuMachine.provide({
        actors: {
          lockPage: fromCallback(() => {
            locks += 1
            return () => void (locks -= 1)
          }),
          followWidth: fromCallback<{ type: string }>(({ sendBack }) => {
            widen = () => sendBack({ type: 'screen.widened' })
          }),
          followHistory: fromCallback<{ type: string }>(({ sendBack }) => {
            goBack = () => sendBack({ type: 'page.left' })
          }),
        },
      }),
    ).start()
    return { actor, locks: () => locks, widen: () => widen(), goBack: () => goBack() }
  }

  test.each(['menu.toggled', 'menu.closed'] as const)(
    'prevents page scrolling only while it is open, until %s',
    (type) => {
      const { actor, locks } = start()
      expect([isOpen(actor.getSnapshot()), locks()]).toEqual([false, 0])
      actor.send({ type: 'menu.toggled' })
      expect([isOpen(actor.getSnapshot()), locks()]).toEqual([true, 1])
      actor.send({ type })
      expect([isOpen(actor.getSnapshot()), locks()]).toEqual([false, 0])
    },
  )

  test('closes when the screen becomes wide, on Back, and when it is removed', () => {
    const { actor, locks, widen, goBack } = start()
    actor.send({ type: 'menu.toggled' })
    widen()
    expect([isOpen(actor.getSnapshot()), locks()]).toEqual([false, 0])
    actor.send({ type: 'menu.toggled' })
    goBack()
    expect([isOpen(actor.getSnapshot()), locks()]).toEqual([false, 0])
    actor.send({ type: 'menu.toggled' })
    actor.stop()
    expect(locks()).toBe(0)
  })
})

describe('publications', () => {
  const entries = Array.from(
    { length: 10 },
    (_, n): Publication => ({
      id: n + 1,
      title: 'T',
      url: null,
      authors: 'A',
      conference: 'C',
      expanded: n === 0,
      alway_show: n < 3,
    }),
  )
  const start = () => createActor(publicationsMachine, { input: { entries, isCurrent: true } }).start()
  const ids = (actor: ReturnType<typeof start>, is: typeof isShown) =>
    entries.map(({ id }) => id).filter((id) => is(actor.getSnapshot(), id))

  test('show three of ten, with the first one expanded', () => {
    const actor = start()
    expect(ids(actor, isShown)).toEqual([1, 2, 3])
    expect(ids(actor, isExpanded)).toEqual([1])
  })

  test('a toggle expands and collapses only its own entry', () => {
    const actor = start()
    actor.send({ type: 'entry.toggled', id: 3 })
    expect(ids(actor, isExpanded)).toEqual([1, 3])
    actor.send({ type: 'entry.toggled', id: 1 })
    expect(ids(actor, isExpanded)).toEqual([3])
  })

  test('keep what is expanded when the current ones are loaded', async () => {
    const [first, second] = entries
    if (!first || !second) throw new Error('There are no entries.')
    const actor = createActor(
      publicationsMachine.provide({
        actors: { loadPublications: fromPromise(async () => [{ ...second, title: 'New', expanded: true }, first]) },
      }),
      { input: { entries, isCurrent: false } },
    ).start()
    actor.send({ type: 'entry.toggled', id: 1 })
    await waitFor(actor, (snapshot) => snapshot.matches({ entries: 'shown' }))
    const shown = publicationsOf(actor.getSnapshot()).map(({ id, title, expanded }) => [id, title, expanded])
    expect(shown).toEqual([
      [2, 'New', false],
      [1, 'T', false],
    ])
  })

  test('show all, and when shortened again only the first is expanded', () => {
    const actor = start()
    actor.send({ type: 'list.toggled' })
    expect([isFull(actor.getSnapshot()), ids(actor, isShown).length]).toEqual([true, 10])
    actor.send({ type: 'entry.toggled', id: 1 })
    actor.send({ type: 'entry.toggled', id: 9 })
    actor.send({ type: 'list.toggled' })
    expect(ids(actor, isShown)).toEqual([1, 2, 3])
    expect(ids(actor, isExpanded)).toEqual([1])
  })
})

describe('news pager', () => {
  const item = (id: number) => ({
    id,
    image: '/news/designcon.svg',
    date: '1 May 2026',
    title: 'T',
    content: '<p>C</p>',
  })
  const ids = [4, 3, 2, 1]
  const start = () => {
    let resize = (_width: number) => {}
    const actor = createActor(
      newsPagerMachine.provide({
        actors: {
          followWidth: fromCallback<{ type: string; width?: number }>(({ sendBack }) => {
            resize = (width) => sendBack({ type: 'screen.resized', width })
          }),
        },
      }),
      { input: { items: ids.map(item), isCurrent: true } },
    ).start()
    const shown = () => ids.filter((id) => placeOf(actor.getSnapshot(), id) >= 0)
    const place = () => [pageOf(actor.getSnapshot()), pageCountOf(actor.getSnapshot())]
    return { actor, resize: (width: number) => resize(width), shown, place }
  }

  test.each([
    [360, 1, 4],
    [768, 1, 4],
    [769, 2, 2],
    [991, 2, 2],
    [992, 3, 2],
    [1440, 3, 2],
  ])('at %i px there are %i cards per page and %i pages', (width, cards, pages) => {
    const { resize, shown, place } = start()
    resize(width)
    expect(shown()).toEqual([4, 3, 2, 1].slice(0, cards))
    expect(place()).toEqual([1, pages])
  })

  test('moves from page to page within the limits', () => {
    const { actor, resize, shown, place } = start()
    resize(800)
    expect(actor.getSnapshot().can({ type: 'page.previous' })).toBe(false)
    actor.send({ type: 'page.next' })
    expect([place(), shown()]).toEqual([
      [2, 2],
      [2, 1],
    ])
    expect(actor.getSnapshot().can({ type: 'page.next' })).toBe(false)
    actor.send({ type: 'page.next' })
    actor.send({ type: 'page.previous' })
    expect(place()).toEqual([1, 2])
  })

  test('stays on a page that was chosen before the width is first reported', () => {
    const { actor, resize, place } = start()
    actor.send({ type: 'page.next' })
    resize(360)
    expect(place()).toEqual([2, 4])
  })

  test('returns to page 1 when the width changes', () => {
    covers('9-news-resize')
    const { actor, resize, place } = start()
    resize(800)
    actor.send({ type: 'page.next' })
    resize(900)
    expect(place()).toEqual([1, 2])
  })

  test('expands single cards, and only those whose content overflows', () => {
    covers('2-news-card-own')
    const { actor } = start()
    const expanded = () => [4, 3].filter((id) => isCardExpanded(actor.getSnapshot(), id))
    actor.send({ type: 'card.toggled', id: 4 })
    expect(expanded()).toEqual([])
    for (const id of [4, 3]) actor.send({ type: 'card.measured', id, overflows: true })
    for (const id of [4, 3]) actor.send({ type: 'card.toggled', id })
    expect(expanded()).toEqual([4, 3])
    actor.send({ type: 'card.toggled', id: 4 })
    expect(expanded()).toEqual([3])
    actor.send({ type: 'card.measured', id: 4, overflows: false })
    expect(actor.getSnapshot().can({ type: 'card.toggled', id: 4 })).toBe(false)
  })
  /** A pager whose news may be out of date. */
  const startOutdated = (loadNews: () => Promise<ReturnType<typeof item>[]>) =>
    createActor(
      newsPagerMachine.provide({
        actors: { followWidth: fromCallback(() => {}), loadNews: fromPromise(loadNews) },
      }),
      { input: { items: ids.map(item), isCurrent: false } },
    ).start()
  const shownIds = (actor: ReturnType<typeof startOutdated>) => newsOf(actor.getSnapshot()).map(({ id }) => id)

  test('shows news that may be out of date until the current news is loaded, and stays on a page that exists', async () => {
    const actor = startOutdated(async () => [item(5)])
    actor.send({ type: 'page.next' })
    expect([shownIds(actor), pageOf(actor.getSnapshot())]).toEqual([[4, 3, 2, 1], 2])
    await waitFor(actor, (snapshot) => snapshot.matches('shown'))
    expect([shownIds(actor), pageOf(actor.getSnapshot()), pageCountOf(actor.getSnapshot())]).toEqual([[5], 1, 1])
  })

  test('keeps its news if the current news cannot be loaded, and does not load it again', async () => {
    const loadNews = vi.fn(() => Promise.reject(new Error('down')))
    const actor = startOutdated(loadNews)
    await waitFor(actor, (snapshot) => snapshot.matches('shown'))
    expect([shownIds(actor), loadNews.mock.calls.length]).toEqual([[4, 3, 2, 1], 1])
  })

  test('has one empty page without news', async () => {
    const actor = startOutdated(async () => [])
    await waitFor(actor, (snapshot) => snapshot.matches('shown'))
    expect([pageOf(actor.getSnapshot()), pageCountOf(actor.getSnapshot())]).toEqual([1, 1])
    expect(actor.getSnapshot().can({ type: 'page.next' })).toBe(false)
  })
})
