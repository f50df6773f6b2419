// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { partners } from '../../../src/content/brand'
import { news } from '../../../src/content/news'
import { publications } from '../../../src/content/publications'
import type { Viewer } from '../../../src/session/current-user'
import { HomePage, preloadHomePage } from '../../../src/site/home/home-page'
import { Entry } from '../../../src/site/home/publications'
import { SiteFooter } from '../../../src/site/shell/site-footer'
import type { Notify } from '../../../src/ui/notices/notify'
import { covers } from '../../spec-coverage/covers'
import { renderPage } from './render-page'

const anonymous: Viewer = { status: 'anonymous' }
const ada: Viewer = { status: 'signed-in', fullname: 'Ada Lovelace', email: 'ada@example.com', initials: 'AL' }

const sendContactMessage = vi.fn(async () => ({ id: '1' }))
vi.stubGlobal('fetch', async () => Response.json({ news, publications }))
const notify = vi.fn<Notify>()

const home = async (viewer: Viewer) => {
  const onOpenTool = vi.fn()
  const loginUrl = 'https://work.example/'
  await preloadHomePage()
  await renderPage(
    <HomePage
      viewer={viewer}
      loginUrl={loginUrl}
      onOpenTool={onOpenTool}
      notify={notify}
      api={{ sendContactMessage }}
      v1="https://api.example/api/v1"
    />,
  )
  await screen.findByRole('region', { name: 'Tell us about your board' })
  return onOpenTool
}
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))

describe('the home page', () => {
  test('has exactly one h1 heading', async () => {
    await home(anonymous)
    expect(screen.getAllByRole('heading', { level: 1 }).map((title) => title.textContent)).toEqual([
      expect.stringContaining('Empowering hardware success'),
    ])
  })

  test('says how an order works, what is needed, and what happens to files', async () => {
    covers('decisions-home-how', 'decisions-home-security')
    await home(anonymous)
    const how = region('From a board to a report in three steps')
    expect(how.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'Drop the layout',
      'Choose and pay',
      'Get the report',
      'What we need from you',
    ])
    const report = how.getByRole('heading', { name: 'Get the report' }).parentElement
    expect(report).toHaveTextContent(/The report usually arrives within 10 business days of payment\.$/)
    // The pictures for the other theme are hidden; tests/e2e/site/site.test.ts checks which file a browser loads.
    const picture = how.getByRole('img', { name: /^The board of a project in the workspace/ })
    expect(['loading', 'width', 'height'].map((name) => picture.getAttribute(name))).toEqual(['lazy', '1280', '720'])
    const security = region(/^Your board is confidential/)
    expect(security.getAllByRole('listitem')).toHaveLength(6)
    expect(security.getByRole('link', { name: 'Write to us before you upload' })).toHaveAttribute(
      'href',
      '/#id_contact',
    )
  })

  test('states facts about the company that agree with the contact details and with what the product does', async () => {
    await home(anonymous)
    const about = region('Engineers for the boards that are hard to get right')
    const [terms, details] = ['term', 'definition'].map((role) =>
      about.getAllByRole(role).map((one) => one.textContent),
    )
    expect(Object.fromEntries((terms ?? []).map((term, n) => [term, details?.[n]]))).toEqual({
      'Led by': 'Founder and CEO',
      Where: 'Campbell, Silicon Valley',
      What: 'Design, simulation, prototypes',
      How: 'Physics first, AI/ML alongside it',
      // The formats that "What we need from you" accepts as a layout.
      'Board formats': 'KiCad, IPC-2581, ODB++',
      Reports: 'Usually within 10 business days of payment',
    })
    const needs = region('From a board to a report in three steps').getAllByRole('definition')
    expect(needs[0]).toHaveTextContent(/KiCad, IPC-2581, or ODB\+\+/)
    expect(region('Tell us about your board').getByText(/Campbell, CA/)).toBeInTheDocument()
  })

  test('marks the logos as samples', async () => {
    covers('decisions-home-samples')
    await home(anonymous)
    const partnersSection = region('A trusted partner of leading companies worldwide')
    expect(partnersSection.getByText('Sample logos: these companies are fictitious.')).toBeInTheDocument()
  })

  /** How often each anchor occurs on the page. */
  const countsOf = (anchors: string[]) => anchors.map((anchor) => document.querySelectorAll(anchor).length)

  test('has the anchors of its first sections', async () => {
    covers('2-anchor-services', '2-anchor-tools', '2-anchor-about', '2-anchor-contact', '2-anchor-news')
    await home(anonymous)
    expect(countsOf(['#id_services', '#id_tools', '#id_about', '#id_contact', '#id_news'])).toEqual([1, 1, 1, 1, 1])
  })

  test('has the anchors of its last sections and of each tool', async () => {
    covers(
      '2-anchor-publications',
      '2-anchor-partners',
      '2-anchor-s2spice',
      '2-anchor-inductance',
      '2-anchor-impedance',
    )
    await home(anonymous)
    expect(countsOf(['#id_publications', '#id_partners'])).toEqual([1, 1])
    expect(countsOf(['#id_s2spice', '#id_inductance', '#id_impedance'])).toEqual([1, 1, 1])
  })

  test('shows Login in the hero only to users who are not signed in', async () => {
    covers('2-hero-contact')
    await home(anonymous)
    const login = region(/Empowering/).getByRole('link', { name: 'Login' })
    expect(login).toHaveAttribute('href', 'https://work.example/')
    expect(login).toHaveAttribute('target', '_blank')
    expect(region(/Empowering/).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/#id_contact')
  })

  test('shows no Login to a signed-in user', async () => {
    covers('2-hero-login')
    await home(ada)
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    expect(region(/Empowering/).getByRole('link', { name: 'Contact us' })).toBeVisible()
  })

  test('shows three services with different drawings', async () => {
    covers('2-services-title', '2-services-contact', '2-service-design', '2-service-simulation', '2-service-prototype')
    await home(anonymous)
    const services = region('PCB innovations with AI/ML services')
    expect(services.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'PCB/Package Design',
      'SIPI Simulation',
      'PCB Prototype',
    ])
    const drawings = services.getAllByRole('img').map((drawing) => drawing.getAttribute('aria-label'))
    expect(new Set(drawings).size).toBe(3)
    // Prototypes do not have the eye diagram, which stands for simulations.
    expect(drawings[2]).toMatch(/^Insertion loss of a stripline/)
    expect(services.getByText('From').textContent).toBe('From $1,000')
    expect(services.getByRole('link', { name: 'See the price for your board' })).toHaveAttribute('href', '/price')
    expect(services.getByRole('link', { name: 'Contact us' })).toBeVisible()
  })

  test('shows the first three of ten publications, the first one expanded, as work of others', async () => {
    covers('2-publications-count', '2-publications-first', '2-publications-link')
    covers('9-publications', 'decisions-publications-selected')
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

  test('shows all publications, then only three again, the first one expanded', async () => {
    covers('2-publications-more', '2-publications-less', '2-publications-collapse', '2-publications-toggle')
    await home(anonymous)
    const user = userEvent.setup()
    const section = region('Selected reading in the field')
    const details = () => section.getAllByRole('button', { name: /^Authors and conference of/ })
    const expanded = () => details().map((toggle) => toggle.getAttribute('aria-expanded'))
    await user.click(section.getByRole('button', { name: 'Explore more' }))
    expect(details()).toHaveLength(10)
    await user.click(details()[9] ?? document.body)
    await user.click(details()[0] ?? document.body)
    expect(section.getByText(publications[0]?.authors ?? '')).not.toBeVisible()
    details()[8]?.focus()
    await user.keyboard('{Enter}')
    expect(section.getByText(publications[8]?.authors ?? '')).toBeVisible()
    await user.keyboard('{Enter}')
    expect(section.getByText(publications[8]?.authors ?? '')).not.toBeVisible()
    expect(expanded().join()).toBe('false,false,false,false,false,false,false,false,false,true')
    expect(section.getByText(publications[9]?.conference ?? '')).toBeVisible()
    await user.click(section.getByRole('button', { name: 'Less' }))
    expect(expanded()).toEqual(['true', 'false', 'false'])
    expect(section.getByText(publications[0]?.authors ?? '')).toBeVisible()
    expect(section.getByRole('button', { name: 'Explore more' })).toBeVisible()
  })

  test('offers three tools and names their providers', async () => {
    covers('2-tools-cards', '2-tool-s2spice', '2-tool-inductance', '2-tool-impedance')
    await home(anonymous)
    const tools = region('Online tools for everyday questions')
    expect(tools.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'S2SPice Tool',
      'Inductance calculator',
      'PCB Trace Impedance Calculator',
    ])
    expect(tools.getAllByRole('button').map((button) => button.textContent)).toEqual(['Open', 'Open', 'Open'])
    const [s2spice, inductance, impedance] = tools.getAllByRole('button').map((button) => button.closest('[id]'))
    expect(s2spice).toHaveTextContent(/PDN into a SPICE model, extracts the circuit and optimizes it/)
    for (const external of [inductance, impedance]) {
      expect(external).toHaveTextContent('Run by a university laboratory, not by us.')
    }
  })

  test('requests the tool whose Open button was pressed', async () => {
    const onOpenTool = await home(anonymous)
    const user = userEvent.setup()
    for (const name of ['S2SPice Tool', 'Inductance calculator', 'PCB Trace Impedance Calculator']) {
      await user.click(screen.getByRole('button', { name: `Open ${name}` }))
    }
    expect(onOpenTool.mock.calls).toEqual([['s2spice'], ['inductance'], ['impedance']])
  })

  test('shows the e-mail address, the location and the LinkedIn link next to the contact form', async () => {
    covers('1-address', '2-contact-info')
    await home(anonymous)
    const contact = region('Tell us about your board')
    expect(contact.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
      'href',
      'mailto:support@example.com',
    )
    expect(contact.getByText(/Campbell, CA/)).toBeVisible()
    expect(contact.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('target', '_blank')
  })

  test('has four news items, newest first, with the specified dates', async () => {
    covers('3-news-4', '3-news-3', '3-news-2', '3-news-1', '3-news-order')
    await home(anonymous)
    const items = [
      ['19-21 August 2025', 'Global SIPI University 2025'],
      ['07 May 2025', 'CadenceLIVE Silicon Valley 2025'],
      ['31 Jan 2025', 'IBIS Summit at DesignCon 2025'],
      ['28-30 Jan 2025', 'DesignCon 2025'],
    ] as const
    expect(news.map(({ id, date, title }) => [id, date, title])).toEqual(items.map((item, n) => [4 - n, ...item]))
    const section = region('Where to meet us')
    const shown = () => section.getAllByRole('article').map((card) => card.textContent)
    // jsdom's viewport is 1024 px wide, so three cards fit on a page.
    const cards = shown()
    await userEvent.click(section.getByRole('button', { name: 'Next page' }))
    cards.push(...shown())
    expect(cards).toHaveLength(4)
    cards.forEach((card, n) => items[n]!.forEach((text) => expect(card).toContain(text)))
  })

  test('navigates through the pages of news, and shows their content', async () => {
    covers('2-news-indicator', '3-news-fields')
    await home(anonymous)
    const section = region('Where to meet us')
    const [first] = section.getAllByRole('article')
    await waitFor(() => expect(first?.querySelectorAll('p').length).toBeGreaterThan(2))
    expect(section.getByRole('status')).toHaveTextContent('1 of 2')
    await userEvent.click(section.getByRole('button', { name: 'Next page' }))
    expect(section.getAllByRole('article')).toHaveLength(1)
    expect(section.getByRole('status')).toHaveTextContent('2 of 2')
    expect(section.getByRole('button', { name: 'Next page' })).toBeDisabled()
    for (const item of news) {
      expect(item).toEqual({
        id: expect.any(Number),
        image: expect.anything(),
        date: expect.any(String),
        title: expect.any(String),
        content: expect.stringContaining('<p>'),
      })
    }
  })

  test('shows six partners', async () => {
    covers('2-partners-title', '2-partners-count', 'decisions-brand-partners')
    await home(anonymous)
    const marks = region('A trusted partner of leading companies worldwide').getAllByRole('listitem')
    expect(marks.map((mark) => mark.textContent)).toEqual(partners.map(({ name }) => name))
    expect(marks).toHaveLength(6)
  })
})

test('a publication has the fields of the specification', () => {
  covers('3-publication-fields')
  const fields = ['alway_show', 'authors', 'conference', 'expanded', 'id', 'title', 'url']
  for (const publication of publications) expect(Object.keys(publication).toSorted()).toEqual(fields)
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
    notify.mockClear()
    await home(anonymous)
    return userEvent.setup()
  }
  const send = () => screen.getByRole('button', { name: 'Send message' })

  test('shows what is missing, and sends nothing', async () => {
    covers('5-contact-no-request', '8-contact-missing')
    const user = await open()
    await user.click(send())
    expect(notify.mock.calls.map(([text]) => text)).toEqual(['Please fill in all fields and accept the terms'])
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
    await filled(user)
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeValid()
    await user.click(screen.getByRole('checkbox'))
    await user.click(send())
    expect(notify).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('checkbox')).toBeInvalid()
    expect(sendContactMessage).not.toHaveBeenCalled()
  })

  test('an attempt removes the notice of the previous one', async () => {
    const user = await open()
    const isShown = () => notify.mock.calls.map(([, , until]) => until?.aborted === false)
    await user.click(send())
    expect(isShown()).toEqual([true])
    await user.click(send())
    expect(isShown()).toEqual([false, true])
    await filled(user)
    await user.click(send())
    expect(isShown()).toEqual([false, false])
    expect(await screen.findByText('Your message has been sent successfully!')).toBeVisible()
  })

  test('the email field has the type email', async () => {
    covers('5-contact-email-type')
    await open()
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('type', 'email')
  })

  test('shows a success message and is cleared', async () => {
    covers('4-contact-success', '4-contact-cleared', '8-contact-success')
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
  ])('a rejection "%s" shows "%s" and keeps the input', async (message, text) => {
    covers('4-contact-error', '8-contact-server', '8-contact-fallback')
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

  test('shows that it is being sent', async () => {
    covers('4-contact-idle')
    const user = await open()
    let arrive = () => {}
    sendContactMessage.mockImplementationOnce(() => new Promise((resolve) => (arrive = () => resolve({ id: '1' }))))
    await filled(user)
    await user.click(send())
    expect(screen.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveAttribute('readonly')
    arrive()
    expect(await screen.findByRole('button', { name: 'Send message' })).toBeVisible()
  })
})

describe('the footer', () => {
  test('has four columns', async () => {
    covers('2-footer-services', '2-footer-tools', '2-footer-company', '2-footer-connect')
    await renderPage(<SiteFooter />)
    const column = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => link.textContent)
    expect(column('Services')).toEqual(['PCB/Package design', 'SIPI simulation', 'PCB prototype'])
    expect(column('Tools')).toEqual(['S2SPice Tool', 'Inductance calculator', 'PCB Trace Impedance Calculator'])
    expect(column('Company')).toEqual(['About', 'News', 'Publications'])
    expect(column('Connect')).toEqual(['LinkedIn'])
  })

  test('has the copyright of 2025 and the legal links', async () => {
    covers('2-footer-copyright', '2-footer-legal', '9-copyright')
    await renderPage(<SiteFooter />)
    expect(screen.getByText(/© 2025/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy')
    expect(screen.getByRole('link', { name: 'Terms of service' })).toHaveAttribute('href', '/terms')
  })
})
