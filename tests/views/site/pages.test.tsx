// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import purify from 'dompurify'
import { describe, expect, test, vi } from 'vitest'

import { partners } from '../../../src/content/brand'
import { news } from '../../../src/content/news'
import { publications } from '../../../src/content/publications'
import { terms } from '../../../src/content/terms'
import type { Viewer } from '../../../src/session/current-user'
import { HomePage, preloadHomePage } from '../../../src/site/home/home-page'
import { PrivacyPage } from '../../../src/site/legal/privacy-page'
import { Entry } from '../../../src/site/home/publications'
import { SiteFooter } from '../../../src/site/shell/site-footer'
import { TermsPage } from '../../../src/site/legal/terms-page'
import { renderPage } from './render-page'

const anonymous: Viewer = { status: 'anonymous' }
const ada: Viewer = { status: 'signed-in', fullname: 'Ada Lovelace', email: 'ada@example.com', initials: 'AL' }

const sendContactMessage = vi.fn(async () => ({ id: '1' }))
const tell = vi.fn()

const home = async (viewer: Viewer) => {
  const onOpenTool = vi.fn()
  const loginUrl = 'https://work.example/'
  await preloadHomePage()
  await renderPage(
    <HomePage
      viewer={viewer}
      loginUrl={loginUrl}
      onOpenTool={onOpenTool}
      tell={tell}
      opened={null}
      api={{ sendContactMessage }}
    />,
  )
  await screen.findByRole('region', { name: 'Tell us about your board' })
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

  test('shows the first three of ten publications, the first one expanded, as reading by others', async () => {
    await home(anonymous)
    const section = region('Selected reading in the field')
    const titles = () => section.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)
    expect(publications).toHaveLength(10)
    expect(titles()).toEqual(publications.slice(0, 3).map(({ title }) => title))
    const [first, second] = publications
    expect(section.getByRole('link', { name: first?.title ?? '' })).toHaveAttribute('href', first?.url)
    expect(section.getByText(first?.authors ?? '')).toBeVisible()
    expect(section.getByText(first?.conference ?? '')).toBeVisible()
    expect(section.getByText(second?.authors ?? '')).not.toBeVisible()
    expect(section.getByText(/not ours/)).toBeVisible()
  })

  test('shows all publications and only three again, the first one expanded', async () => {
    await home(anonymous)
    const user = userEvent.setup()
    const section = region('Selected reading in the field')
    const details = () => section.getAllByRole('button', { name: /^Authors and conference of/ })
    const expanded = () => details().map((toggle) => toggle.getAttribute('aria-expanded'))
    await user.click(section.getByRole('button', { name: 'Explore more' }))
    expect(details()).toHaveLength(10)
    await user.click(details()[9] ?? document.body)
    await user.click(details()[0] ?? document.body)
    expect(expanded().join()).toBe('false,false,false,false,false,false,false,false,false,true')
    expect(section.getByText(publications[9]?.conference ?? '')).toBeVisible()
    await user.click(section.getByRole('button', { name: 'Less' }))
    expect(expanded()).toEqual(['true', 'false', 'false'])
    expect(section.getByRole('button', { name: 'Explore more' })).toBeVisible()
  })

  test('asks for the tool whose Open was pressed', async () => {
    const onOpenTool = await home(anonymous)
    const user = userEvent.setup()
    for (const name of ['S2SPice Tool', 'Inductance calculator', 'PCB Trace Impedance Calculator']) {
      await user.click(screen.getByRole('button', { name: `Open ${name}` }))
    }
    expect(onOpenTool.mock.calls).toEqual([['s2spice'], ['inductance'], ['impedance']])
  })

  test('names e-mail, Campbell and the network beside the contact form', async () => {
    await home(anonymous)
    const contact = region('Tell us about your board')
    expect(contact.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
      'href',
      'mailto:support@example.com',
    )
    expect(contact.getByText(/Campbell, CA/)).toBeVisible()
    expect(contact.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('target', '_blank')
  })

  test('shows the news, newest first, with their dates letter for letter and their content clean', async () => {
    await home(anonymous)
    expect(news.map(({ id, date, title }) => [id, date, title])).toEqual([
      [4, '19-21 August 2025', 'Global SIPI University 2025'],
      [3, '07 May 2025', 'CadenceLIVE Silicon Valley 2025'],
      [2, '31 Jan 2025', 'IBIS Summit at DesignCon 2025'],
      [1, '28-30 Jan 2025', 'DesignCon 2025'],
    ])
    const section = region('Where to meet us')
    // jsdom is 1024 px wide, which fits three cards per page.
    const cards = section.getAllByRole('article')
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(
      news.slice(0, 3).map(({ title }) => title),
    )
    cards.forEach((card, n) => expect(card).toHaveTextContent(news[n]?.date ?? 'no date'))
    await waitFor(() => expect(cards[0]?.querySelectorAll('p').length).toBeGreaterThan(2))
    expect(section.getByRole('status')).toHaveTextContent('1 of 2')
    await userEvent.click(section.getByRole('button', { name: 'Next page' }))
    expect(section.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'DesignCon 2025',
    ])
    expect(section.getByRole('status')).toHaveTextContent('2 of 2')
    expect(section.getByRole('button', { name: 'Next page' })).toBeDisabled()
  })

  test('what is prerendered of the news is what the cleaner leaves of it', () => {
    for (const { content } of news) expect(purify.sanitize(content)).toBe(content)
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
    <Entry
      publication={{
        id: 1,
        title: 'No link',
        url: null,
        authors: 'A. Author',
        conference: 'X, 2020',
        expanded: true,
        alway_show: true,
      }}
      shown
      expanded
      onToggle={() => {}}
    />,
  )
  expect(screen.getByRole('heading', { name: 'No link' })).toBeVisible()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

describe('the contact form', () => {
  const filled = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada Vance')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Can you simulate a PCIe Gen5 link?')
    await user.click(screen.getByRole('checkbox', { name: 'I accept the terms of service and the privacy policy' }))
  }
  const open = async () => {
    sendContactMessage.mockClear()
    tell.mockClear()
    await home(anonymous)
    return userEvent.setup()
  }
  const send = () => screen.getByRole('button', { name: 'Send message' })

  test('says what is missing, and sends nothing', async () => {
    const user = await open()
    await user.click(send())
    expect(tell.mock.calls).toEqual([['Please fill in all fields and accept the terms']])
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
    await filled(user)
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeValid()
    await user.click(screen.getByRole('checkbox'))
    await user.click(send())
    expect(tell).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('checkbox')).toBeInvalid()
    expect(sendContactMessage).not.toHaveBeenCalled()
  })

  test('the email field is of type email', async () => {
    await open()
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('type', 'email')
  })

  test('thanks for a message that arrived, and is empty again', async () => {
    const user = await open()
    await filled(user)
    await user.click(send())
    expect(await screen.findByText('Your message has been sent successfully!')).toBeVisible()
    const message = { name: 'Ada Vance', email: 'ada@example.com', message: 'Can you simulate a PCIe Gen5 link?' }
    expect(sendContactMessage).toHaveBeenCalledWith(message, expect.any(AbortSignal))
    for (const field of screen.getAllByRole('textbox')) expect(field).toHaveValue('')
    expect(screen.getByRole('checkbox')).not.toBeChecked()
  })

  test.each([
    ['Too many requests. Please try again in 40 seconds.', 'Too many requests. Please try again in 40 seconds.'],
    ['', 'An error occurred. Please try again.'],
  ])('a refusal of "%s" reads "%s" and keeps every word', async (message, text) => {
    const user = await open()
    sendContactMessage.mockRejectedValueOnce(new Error(message))
    await filled(user)
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Vance')
    expect(screen.getByRole('checkbox')).toBeChecked()
    await user.click(send())
    expect(await screen.findByText('Your message has been sent successfully!')).toBeVisible()
  })

  test('shows that it is on its way', async () => {
    const user = await open()
    let arrive = () => {}
    sendContactMessage.mockImplementationOnce(() => new Promise((resolve) => (arrive = () => resolve({ id: '1' }))))
    await filled(user)
    await user.click(send())
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
    arrive()
    expect(await screen.findByRole('button', { name: 'Send message' })).toBeVisible()
  })
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
  /** Every in-page link of the document must lead to an existing element. */
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
      'another 45 days',
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
    expect(screen.getByRole('link', { name: 'privacy@example.com' })).toHaveAttribute(
      'href',
      'mailto:privacy@example.com',
    )
    const answers = within(screen.getByRole('table')).getAllByRole('row').slice(1)
    const collected = answers.filter((row) => within(row).queryByRole('cell', { name: 'Yes' }))
    expect(collected.map((row) => row.textContent.slice(0, 2))).toEqual(['A.', 'B.'])
    expect(answers).toHaveLength(12)
  })
})
