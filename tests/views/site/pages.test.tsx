// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { partners } from '../../../src/content/brand'
import { news } from '../../../src/content/news'
import { publications } from '../../../src/content/publications'
import { terms } from '../../../src/content/terms'
import type { Viewer } from '../../../src/session/viewer'
import { HomePage } from '../../../src/site/home-page'
import { PrivacyPage } from '../../../src/site/privacy-page'
import { Entry } from '../../../src/site/publications'
import { SiteFooter } from '../../../src/site/site-footer'
import { TermsPage } from '../../../src/site/terms-page'
import { renderPage } from './render-page'

const anonymous: Viewer = { status: 'anonymous' }
const ada: Viewer = { status: 'signed-in', fullname: 'Ada Lovelace', email: 'ada@example.com', initials: 'AL' }

const home = async (viewer: Viewer) => {
  const onOpenTool = vi.fn()
  await renderPage(<HomePage viewer={viewer} loginUrl="https://work.example/" onOpenTool={onOpenTool} />)
  return onOpenTool
}
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))

describe('the home page', () => {
  test('has one first heading, and every anchor once', async () => {
    await home(anonymous)
    expect(screen.getAllByRole('heading', { level: 1 }).map((title) => title.textContent)).toEqual([
      expect.stringContaining('Empowering hardware success'),
    ])
    const anchors = [
      'services',
      'tools',
      'about',
      'contact',
      'news',
      'publications',
      'partners',
      's2spice',
      'inductance',
      'impedance',
    ]
    expect(anchors.filter((name) => document.querySelectorAll(`#id_${name}`).length !== 1)).toEqual([])
  })

  test('offers Login in the hero to those who are not signed in, and only to them', async () => {
    await home(anonymous)
    const login = region(/Empowering/).getByRole('link', { name: 'Login' })
    expect(login).toHaveAttribute('href', 'https://work.example/')
    expect(login).toHaveAttribute('target', '_blank')
    expect(region(/Empowering/).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/#id_contact')
  })

  test('offers no Login to a signed-in person', async () => {
    await home(ada)
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    expect(region(/Empowering/).getByRole('link', { name: 'Contact us' })).toBeVisible()
  })

  test('shows three services, each with its own drawing', async () => {
    await home(anonymous)
    const services = region('PCB innovations with AI/ML services')
    expect(services.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'PCB/Package Design',
      'SIPI Simulation',
      'PCB Prototype',
    ])
    const drawings = services.getAllByRole('img').map((drawing) => drawing.getAttribute('aria-label'))
    expect(new Set(drawings).size).toBe(3)
    expect(services.getByRole('link', { name: 'Contact us' })).toBeVisible()
  })

  test('shows the first three publications with authors and conference, as reading by others', async () => {
    await home(anonymous)
    const section = region('Selected reading in the field')
    expect(section.getAllByRole('listitem')).toHaveLength(3)
    expect(publications).toHaveLength(10)
    const [first] = publications
    expect(section.getByRole('link', { name: first?.title ?? '' })).toHaveAttribute('href', first?.url)
    expect(section.getByText(first?.authors ?? '')).toBeVisible()
    expect(section.getByText(/not ours/)).toBeVisible()
  })

  test('asks for the tool whose Open was pressed', async () => {
    const onOpenTool = await home(anonymous)
    const user = userEvent.setup()
    for (const name of ['S2SPice Tool', 'Inductance calculator', 'PCB Trace Impedance Calculator']) {
      await user.click(screen.getByRole('button', { name: `Open ${name}` }))
    }
    expect(onOpenTool.mock.calls).toEqual([['s2spice'], ['inductance'], ['impedance']])
  })

  test('names e-mail, Campbell and the network in the contact section, and has no form', async () => {
    await home(anonymous)
    const contact = region('Tell us about your board')
    expect(contact.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
      'href',
      'mailto:support@example.com',
    )
    expect(contact.getByText(/Campbell, CA/)).toBeVisible()
    expect(contact.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('target', '_blank')
    expect(contact.queryByRole('textbox')).not.toBeInTheDocument()
  })

  test('shows the news, newest first, with their dates letter for letter', async () => {
    await home(anonymous)
    const cards = region('Where we have been').getAllByRole('article')
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Global SIPI University 2025',
      'CadenceLIVE Silicon Valley 2025',
      'IBIS Summit at DesignCon 2025',
      'DesignCon 2025',
    ])
    expect(news.map(({ id, date }) => [id, date])).toEqual([
      [4, '19-21 August 2025'],
      [3, '07 May 2025'],
      [2, '31 Jan 2025'],
      [1, '28-30 Jan 2025'],
    ])
    cards.forEach((card, n) => expect(card).toHaveTextContent(news[n]?.date ?? 'no date'))
    expect(cards.some((card) => card.textContent.includes('<'))).toBe(false)
  })

  test('shows six partners', async () => {
    await home(anonymous)
    const marks = region('A trusted partner of leading companies worldwide').getAllByRole('listitem')
    expect(marks.map((mark) => mark.textContent)).toEqual(partners.map(({ name }) => name))
    expect(marks).toHaveLength(6)
  })
})

test('a publication without a link is a plain title', async () => {
  await renderPage(
    <Entry publication={{ id: 1, title: 'No link', url: null, authors: 'A. Author', conference: 'X, 2020' }} />,
  )
  expect(screen.getByRole('heading', { name: 'No link' })).toBeVisible()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

describe('the footer', () => {
  test('has four columns, the year 2025 and the legal links', async () => {
    await renderPage(<SiteFooter />)
    const column = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => link.textContent)
    expect(column('Services')).toEqual(['PCB/Package design', 'SIPI simulation', 'PCB prototype'])
    expect(column('Tools')).toEqual(['S2SPice Tool', 'Inductance calculator', 'PCB Trace Impedance Calculator'])
    expect(column('Company')).toEqual(['About', 'News', 'Publications'])
    expect(column('Connect')).toEqual(['LinkedIn'])
    expect(screen.getByText(/© 2025/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy')
    expect(screen.getByRole('link', { name: 'Terms of service' })).toHaveAttribute('href', '/terms')
  })
})

describe('legal pages', () => {
  /** Every in-page link of the document must lead to an element that is there. */
  const deadAnchors = () =>
    [...document.querySelectorAll('a[href^="#"]')].filter(
      (link) => !document.querySelector(link.getAttribute('href') ?? ''),
    )

  test('the terms: banner, date, 29 anchored sections in the contents, and section 15 leads to the privacy policy', async () => {
    await renderPage(<TermsPage />, '/terms')
    expect(screen.getByRole('heading', { level: 1, name: 'TERMS OF SERVICE' })).toBeVisible()
    expect(screen.getByText('Last updated June 30, 2024')).toBeVisible()
    expect(within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')).toHaveLength(29)
    expect(new Set(terms.sections.map(({ id }) => id)).size).toBe(29)
    expect(deadAnchors()).toEqual([])
    const fifteenth = document.getElementById(terms.sections[14]?.id ?? '')
    expect(fifteenth).toHaveTextContent('15. Privacy')
    expect(within(fifteenth ?? document.body).getByRole('link')).toHaveAttribute('href', '/privacy')
  })

  test('the terms hold every legal fact', async () => {
    await renderPage(<TermsPage />, '/terms')
    const facts = [
      'at least 18 years old',
      'true, accurate, current and complete',
      'free of charge for 30 days',
      'Visa, Mastercard, American Express, Discover and PayPal',
      'All payments are in US dollars',
      'Sales tax is added where it is required',
      'All purchases are non-refundable',
      'takes effect at the end of the current paid term',
      'no bots',
      'the lesser of the amount you paid us in the 6 months before the cause arose and 1,000 US dollars',
      'at least 30 days',
      'rules of the American Arbitration Association (AAA), in California',
      'within one year',
      'courts of Santa Clara, California',
      'hosted in the United States',
    ]
    expect(facts.filter((fact) => !document.body.textContent.includes(fact))).toEqual([])
  })

  test('the privacy policy holds every legal fact', async () => {
    await renderPage(<PrivacyPage />, '/privacy')
    const facts = [
      'Last updated June 29, 2024',
      'go to our payment provider',
      'Our servers are in the United States',
      'while you have an account with us',
      '18 years and above',
      'we do not respond to such signals',
      'within 15 days',
      'within 45 days of your request',
      '45 days more',
      'within 60 days',
      'privacy@example.com',
    ]
    expect(facts.filter((fact) => !document.body.textContent.includes(fact))).toEqual([])
  })

  test('the privacy policy: its named sections, links to the contact section, and two collected categories alone', async () => {
    await renderPage(<PrivacyPage />, '/privacy')
    const titles = within(screen.getByRole('article')).getAllByRole('heading', { level: 2 })
    expect(titles).toHaveLength(15)
    expect(deadAnchors()).toEqual([])
    expect(screen.getAllByRole('link', { name: 'How to contact us' }).length).toBeGreaterThan(3)
    const answers = within(screen.getByRole('table')).getAllByRole('row').slice(1)
    const collected = answers.filter((row) => within(row).queryByRole('cell', { name: 'Yes' }))
    expect(collected.map((row) => row.textContent.slice(0, 2))).toEqual(['A.', 'B.'])
    expect(answers).toHaveLength(12)
  })
})
