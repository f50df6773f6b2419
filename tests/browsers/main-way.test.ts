import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'

import { sampleBoard } from '../../server/sample/board'
import { startTestStack, type TestStack } from '../support/stack'
import { type Driver, startFirefox, startWebKit } from './driver'

let stack: TestStack
let folder: string
beforeAll(async () => {
  stack = await startTestStack({ clientDir: path.resolve('dist/client') })
  folder = await mkdtemp(path.join(os.tmpdir(), 'browsers-'))
  await writeFile(path.join(folder, 'camera.kicad_pcb'), sampleBoard())
}, 120_000)
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

const browsers = { Firefox: startFirefox, WebKit: startWebKit }
for (const [name, start] of Object.entries(browsers)) {
  describe.skipIf(start === null)(name, () => {
    let user: Driver
    beforeAll(async () => {
      if (start) user = await start()
    }, 60_000)
    afterAll(() => user.close())

    const site = (address: string) => user.goto(stack.config.publicUrl + address)
    const withScreenshot = () =>
      onTestFailed(async ({ task }) => {
        await mkdir('test-results', { recursive: true })
        await user.screenshot(path.join('test-results', `${name} ${task.name}.png`))
      })
    const button = (name: string | RegExp) => ({ role: 'button', name })
    const field = (name: string | RegExp) => ({ role: 'textbox', name })

    test('a visitor sends a message', async () => {
      withScreenshot()
      await site('/#id_contact')
      await user.type(field(/^Name/), 'Ada Vance')
      await user.type(field(/^Email/), 'ada@example.com')
      await user.type(field(/^Message/), 'Eight layers, one DDR4 interface.')
      await user.click({ role: 'checkbox', name: /./ })
      await user.click(button('Send message'))
      await user.read('Your message has been sent successfully!')
    })

    test('a visitor sees the price of a board', async () => {
      withScreenshot()
      await site('/price')
      await user.chooseFile('[data-board-input]', path.join(folder, 'camera.kicad_pcb'))
      await user.see({ role: 'heading', name: 'Simulation price for camera.kicad_pcb' })
      await user.click({ role: 'checkbox', name: /^MIPI D-PHY CSI, / })
      await user.see({ role: 'checkbox', name: /^PCIe/ })
      await user.click(button('View the board'))
      await user.see('canvas[data-drawn]')
    })

    test('a customer creates a project with a board and pays for its simulation', async () => {
      withScreenshot()
      const { password } = stack.accounts.find(({ username }) => username === 'user') ?? { password: '' }
      await site('/workspace')
      await user.type('input[name=username]', 'user')
      await user.type('input[name=password]', password)
      await user.click(button('Sign in'))

      await user.click(button('Create New Project'))
      await user.type(field('Project name'), `Camera in ${name}`)
      await user.click(button('Create project'))
      await user.see({ role: 'region', name: `Files of Camera in ${name}` })
      await user.chooseFile('input[aria-label="Files to upload"]', path.join(folder, 'camera.kicad_pcb'))
      await user.click(button('camera.kicad_pcb'))
      await user.see('[role=dialog] canvas[data-drawn]')
      await user.click(button(/^Close/))

      await user.click(button('Request Simulation'))
      await user.click(button('Next'))
      await user.click(button(/^Add (all|it)/))
      await user.see({ role: 'group', name: 'Signal integrity row 2' })
      await user.click(button('Next'))
      await user.click(button(/^Add for \$1,000: /))
      await user.see({ role: 'group', name: 'Power integrity row 1' })
      await user.click(button('Next'))
      await user.click(button('Payment'))
      await user.click(button('Pay $6,000'))
      await user.see({ role: 'heading', name: 'Your simulation request is paid' })
    })

    test('no page threw, and no policy refused anything', () => {
      expect(user.faults()).toEqual([])
    })
  })
}
