import type { Page } from '@playwright/test'

import type { MailServer } from '../../support/services/mail-server'

/** Reflections of two supplies: one of 0.505 Ω, above a target of 58.9 mOhm, and one of 2.5 mOhm, below it. */
export const [aboveTarget, belowTarget] = [-0.98, -0.9999]

/** Adds a network with a constant reflection to the open delivery. */
export async function addNetwork(desk: Page, reflection: number) {
  await desk
    .getByLabel('Delivery files', { exact: true })
    .and(desk.locator('input'))
    .setInputFiles({
      name: 'vdd.s1p',
      mimeType: 'text/plain',
      buffer: Buffer.from(`# MHz S RI R 50\n1 ${reflection} 0\n10 ${reflection} 0\n`),
    })
}

/** The subjects of the e-mails to a person, in the order of their arrival. All requests are called SI-1. */
export const subjectsTo = ({ mails }: MailServer, address: string): string[] =>
  mails.flatMap((one) => {
    const unfolded = one.replace(/\r\n(?= )/g, '')
    const subject = unfolded.includes(`\r\nTo: ${address}`) ? /^Subject: (.*)$/m.exec(unfolded)?.[1] : undefined
    return subject?.trim().replace(/SI-\d+/, 'SI-1') ?? []
  })
