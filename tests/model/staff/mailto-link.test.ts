import { expect, test } from 'vitest'

import { mailtoLink } from '../../../machines/staff/contact/mailto-link'

test('a link to a mail program has the subject and the text', () => {
  const link = new URL(mailtoLink({ to: 'ada@example.com', subject: 'Your message', text: 'Yes & no?\nMore' }))
  expect([link.protocol, link.pathname]).toEqual(['mailto:', 'ada@example.com'])
  expect([link.searchParams.get('subject'), link.searchParams.get('body')]).toEqual(['Your message', 'Yes & no?\nMore'])
})

test('an address cannot add recipients or headers', () => {
  const link = new URL(mailtoLink({ to: 'ada@example.com?bcc=all@example.com', subject: 'Hi', text: '' }))
  expect([...link.searchParams.keys()]).toEqual(['subject'])
})

test('a text that is too long for a link is left out', () => {
  expect(mailtoLink({ to: 'ada@example.com', subject: 'Hi', text: 'x'.repeat(2000) })).toBe(
    'mailto:ada@example.com?subject=Hi',
  )
})

test('a text that was cut off in the middle of a character does not fail', () => {
  expect(mailtoLink({ to: 'ada@example.com', subject: 'Hello', text: 'Yes \ud83d' })).toBe(
    'mailto:ada@example.com?subject=Hello&body=Yes%20%EF%BF%BD',
  )
})
