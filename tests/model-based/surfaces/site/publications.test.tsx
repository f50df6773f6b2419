// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { publicationsMachine } from '../../../../machines/site/publications.machine'
import { publications as papers } from '../../../../src/content/publications'
import { Publications } from '../../../../src/site/home/publications'
import { SiteProvider } from '../../../../src/site/home/site-services'
import { renderPage } from '../../../views/site/render-page'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const [first, second] = papers
const last = papers.at(-1)
if (!first || !second || !last) throw new Error('There are no papers to show.')

const section = () => within(screen.getByRole('region', { name: 'Selected reading in the field' }))
const titles = () => section().getAllByRole('heading', { level: 3 })
const unfold = (title: string) => section().queryByRole('button', { name: `Authors and conference of ${title}` })
const paper = (id: number) => papers.find((it) => it.id === id) ?? first

/** Checks that exactly these papers are listed, with authors and conference visible if expanded. */
const expectList = (shown: typeof papers, { context }: SnapshotFrom<typeof publicationsMachine>) => {
  expect(titles().map(({ textContent }) => textContent)).toEqual(shown.map(({ title }) => title))
  for (const { id, title, authors, conference } of shown) {
    const isExpanded = context.entries.some((entry) => entry.id === id && entry.expanded)
    expect(unfold(title)).toHaveAttribute('aria-expanded', String(isExpanded))
    for (const text of [authors, conference]) {
      const details = section().getByText(text)
      if (isExpanded) expect(details).toBeVisible()
      else expect(details).not.toBeVisible()
    }
  }
}

const publications: Surface<typeof publicationsMachine> = {
  situations: {
    'a visitor of a static site': { input: { entries: papers, isCurrent: false } },
  },
  events: {
    'list.toggled': [{}],
    'entry.toggled': [{ id: first.id }, { id: second.id }, { id: last.id }],
  },
  done: { loadPublications: [papers] },
  failed: { loadPublications: [failure()] },
  mount: async ({ machine }) => {
    await renderPage(
      <SiteProvider value={{ machines: { publications: machine } as never, notify: () => {} }}>
        <Publications />
      </SiteProvider>,
    )
  },
  states: {
    'entries.loading': () => expect(titles().length).toBeGreaterThanOrEqual(3),
    'entries.shown': () => expect(titles().length).toBeGreaterThanOrEqual(3),
    'length.short': (_, snapshot) => {
      expectList(papers.slice(0, 3), snapshot)
      expect(section().getByRole('button', { name: 'Explore more' })).toHaveAttribute('aria-expanded', 'false')
      expect(section().queryByRole('button', { name: 'Less' })).not.toBeInTheDocument()
    },
    'length.full': (_, snapshot) => {
      expect(papers).toHaveLength(10)
      expectList(papers, snapshot)
      expect(section().getByRole('button', { name: 'Less' })).toHaveAttribute('aria-expanded', 'true')
      expect(section().queryByRole('button', { name: 'Explore more' })).not.toBeInTheDocument()
    },
  },
  perform: {
    'list.toggled': async (_, { user }) => user.click(section().getByRole('button', { name: /^(Explore more|Less)$/ })),
    'entry.toggled': async (event, { user, send }) => {
      const button = unfold(paper(event.id).title)
      // A paper that is not listed has no button.
      if (button) await user.click(button)
      else send(event)
    },
  },
}

testSurface('Publications', publicationsMachine, publications)
