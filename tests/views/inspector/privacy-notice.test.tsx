// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { createActor } from 'xstate'
import { afterEach, expect, test } from 'vitest'

import { contactFormMachine } from '../../../machines/site/contact-form.machine'
import { actorsAt } from '../../../src/inspector/adapter/recording'
import { Report } from '../../../src/inspector/live/report'
import { SaveTest } from '../../../src/inspector/live/save-test'
import { record, stopRecording } from './record'

afterEach(stopRecording)

test('a saved test and a report say that they contain personal data', () => {
  const { recording, idOf } = record()
  const actor = createActor(contactFormMachine).start()
  actor.send({ type: 'form.submitted' })
  const seen = actorsAt(recording, recording.length).get(idOf('contactForm'))!
  const words = /Names, e-mail addresses, text that people typed.* are included: read the /
  const { unmount } = render(<SaveTest recording={recording} actor={seen} title="Contact form" />)
  expect(screen.getByText(words)).toHaveTextContent(/before you commit it\.$/)
  unmount()
  render(<Report recording={recording} about={null} />)
  expect(screen.getByText(words)).toHaveTextContent(/before you share them\.$/)
  actor.stop()
})
