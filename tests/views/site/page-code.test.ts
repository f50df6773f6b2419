// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'

import { connectPageCode } from '../../../src/site/page-code'

test('a file that is dragged over the drop zone loads the code of the page before it is dropped', () => {
  document.body.innerHTML = '<main><form data-board-zone><p>Drop your layout here</p></form></main>'
  const loadCode = vi.fn(async () => {})
  const page = createActor(connectPageCode(loadCode)).start()
  document.querySelector('main')?.dispatchEvent(new Event('dragover', { bubbles: true }))
  expect(loadCode).not.toHaveBeenCalled()
  document.querySelector('p')?.dispatchEvent(new Event('dragenter', { bubbles: true }))
  expect(loadCode).toHaveBeenCalledOnce()
  page.stop()
})
