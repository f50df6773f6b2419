// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { terms } from '../../../src/content/terms'
import { PrivacyPage } from '../../../src/site/legal/privacy-page'
import { TermsPage } from '../../../src/site/legal/terms-page'
import { covers } from '../../spec-coverage/covers'
import { renderPage } from './render-page'

/** The in-page links of the document whose targets do not exist. */
const deadAnchors = () =>
  [...document.querySelectorAll('a[href^="#"]')].filter(
    (link) => !document.querySelector(link.getAttribute('href') ?? ''),
  )

const missingFrom = (facts: string[]) => facts.filter((fact) => !document.body.textContent.includes(fact))

describe('the terms', () => {
  const open = () => renderPage(<TermsPage />, '/terms')

  test('have a banner, a date, 29 anchored sections in the contents, and a link from section 15 to the privacy policy', async () => {
    covers('2-terms-banner', '2-terms-updated', '2-terms-contents', '2-terms-privacy-link', 'decisions-legal-complete')
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'TERMS OF SERVICE' })).toBeVisible()
    expect(screen.getByText('Last updated June 30, 2024')).toBeVisible()
    expect(within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')).toHaveLength(29)
    expect(new Set(terms.sections.map(({ id }) => id)).size).toBe(29)
    expect(deadAnchors()).toEqual([])
    const fifteenth = document.getElementById(terms.sections[14]?.id ?? '')
    expect(fifteenth).toHaveTextContent('15. Privacy')
    expect(within(fifteenth ?? document.body).getByRole('link')).toHaveAttribute('href', '/privacy')
  })

  test('state who may use the services, and where they are hosted', async () => {
    covers('1-age', '5-legal-age', '5-legal-accurate', '5-legal-bots', '9-legal-age')
    await open()
    const facts = [
      'at least 18 years old',
      'true, accurate, current and complete',
      'such as bots',
      'hosted in the United States',
    ]
    expect(missingFrom(facts)).toEqual([])
  })

  test('state how the trial and a subscription end', async () => {
    covers('1-trial', '4-legal-trial', '4-legal-cancel', '9-legal-trial', '9-legal-cancel')
    await open()
    const facts = [
      'New registered users may use the subscription free of charge for 30 days',
      'After the 30 days, the account is charged for the subscription that you have chosen',
      'takes effect at the end of the current paid term',
    ]
    expect(missingFrom(facts)).toEqual([])
  })

  test('explain how to pay', async () => {
    covers('9-legal-cards', '9-legal-dollars', '9-legal-tax', '9-legal-refunds')
    await open()
    const facts = [
      'Visa, Mastercard, American Express, Discover and PayPal',
      'All payments are in US dollars',
      'Sales tax is added where it is required',
      'All purchases are non-refundable',
    ]
    expect(missingFrom(facts)).toEqual([])
  })

  test('limit the liability, and state how disputes are settled', async () => {
    covers('9-legal-liability', '9-legal-negotiation', '9-legal-claims', '9-legal-arbitration', '9-legal-venue')
    await open()
    const facts = [
      'the lesser of the amount you paid us in the 6 months before the cause arose and 1,000 US dollars',
      'at least 30 days',
      'in California under the rules of the American Arbitration Association (AAA)',
      'within one year',
      'courts of Santa Clara, California',
    ]
    expect(missingFrom(facts)).toEqual([])
  })
})

describe('the privacy policy', () => {
  const open = () => renderPage(<PrivacyPage />, '/privacy')
  const titles = () =>
    within(screen.getByRole('article'))
      .getAllByRole('heading', { level: 2 })
      .map((title) => title.textContent)

  test('states what is collected and shared, and how it is secured, updated and reviewed', async () => {
    covers('2-privacy-collected', '2-privacy-security', '2-privacy-rights', '2-privacy-updates', '2-privacy-review')
    await open()
    expect(titles()).toEqual([
      'What information we collect',
      'How we use it',
      'The legal bases we rely on',
      'When and with whom we share it',
      'International transfer',
      'How long we keep it',
      'How we keep it safe',
      'Minors',
      'Your privacy rights',
      'Do-not-track signals',
      'Rights of California residents',
      'Rights of Virginia residents',
      'Updates to this notice',
      'How to contact us',
      'How to review, update or delete your data',
    ])
  })

  test('has its date, and links to its contact section and address', async () => {
    covers('2-privacy-updated', '2-privacy-anchors', '2-privacy-contact', '2-privacy-email')
    await open()
    expect(screen.getByText('Last updated June 29, 2024')).toBeVisible()
    expect(deadAnchors()).toEqual([])
    expect(screen.getAllByRole('link', { name: 'How to contact us' }).length).toBeGreaterThan(3)
    expect(screen.getByRole('link', { name: 'privacy@example.com' })).toHaveAttribute(
      'href',
      'mailto:privacy@example.com',
    )
  })

  test('lists exactly two categories as collected', async () => {
    covers('3-legal-collected', '3-legal-not-collected')
    await open()
    const answers = within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell'))
    expect(answers).toHaveLength(12)
    const collected = answers.filter(([, answer]) => answer?.textContent === 'Yes').map(([name]) => name?.textContent)
    expect(collected).toEqual([
      expect.stringMatching(/^A\. Identifiers and contact details/),
      'B. Customer records: name, contact, education, employment and financial information',
    ])
    expect(answers.filter(([, answer]) => answer?.textContent === 'No')).toHaveLength(10)
  })

  test('states who has card data, where the servers are, and how long data is kept', async () => {
    covers('2-privacy-cards', '2-privacy-servers', '2-privacy-retention', '9-legal-kept')
    await open()
    const facts = [
      'go to our payment provider',
      'Our servers are in the United States',
      'We keep your information while you have an account with us',
    ]
    expect(missingFrom(facts)).toEqual([])
  })

  test('states what comments, activity record, notifications and a kept board store, and for how long', async () => {
    covers('decisions-privacy-workspace')
    await open()
    const kept = document.querySelector('#retention')
    const items = [...(kept?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
    const about = (word: RegExp) => items.filter((item) => word.test(item)).join('\n')
    // What is stored, who sees it under which name, and when it is deleted.
    expect(about(/comment/i)).toMatch(
      /with its file.*your name, and is deleted with the file or project.*name is removed when your data is deleted/,
    )
    expect(about(/activity record/i)).toMatch(/who did what, and when.*your name .* removed when your data is deleted/)
    expect(about(/notification/i)).toMatch(/90 days.*by e-mail only as you choose/)
    expect(about(/board/i)).toMatch(/read in your browser.*keeps your choice and, if it has at most 200 MB, the board/)
    expect(about(/board/i)).toMatch(/erased when they are used, when you log out, or, after 24 hours/)
  })

  test('covers minors, and do-not-track signals, which are not honored', async () => {
    covers('2-privacy-minors', '2-privacy-do-not-track', '9-legal-no-track')
    await open()
    expect(missingFrom(['aged 18 and over', 'do-not-track signal', 'we do not respond to such signals'])).toEqual([])
  })

  test('lists the rights of residents of California and Virginia, each with its time limit', async () => {
    covers(
      '2-privacy-california',
      '2-privacy-virginia',
      '9-legal-california',
      '9-legal-virginia',
      '9-legal-virginia-appeal',
    )
    await open()
    const california = document.querySelector('#california')
    expect(california).toHaveTextContent('within 15 days')
    const virginia = document.querySelector('#virginia')
    expect(virginia).toHaveTextContent('within 45 days of your request')
    expect(virginia).toHaveTextContent('another 45 days')
    expect(virginia).toHaveTextContent('within 60 days')
  })
})
