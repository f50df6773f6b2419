/** Previews of many kinds of files, the dialog for share links, and the members page. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

import { sampleBoard } from '../../server/sample/board'
import { apiOf } from '../../tests/support/projects'
import type { TestStack } from '../../tests/support/stack'

type PreviewScene = {
  name: string
  signedIn: true
  as?: string
  show: (page: Page, stack: TestStack) => Promise<unknown>
}

const sample = (name: string) => readFileSync(path.join('tests/formats/samples', name))

/** A differential line as computed by a solver, with increasing loss and a delay. */
const network = () => {
  const lines = ['! Coupled pair, 50 mm', '# GHz S MA R 50']
  for (let point = 0; point <= 200; point++) {
    const gigahertz = point / 10
    const loss = Math.exp(-0.02 * gigahertz)
    const echo = 0.08 * Math.abs(Math.sin(gigahertz * 1.1)) + 0.001
    const turn = ((-120 * gigahertz + 180) % 360) - 180
    const row = (to: number) =>
      [0, 1, 2, 3].map((from) => {
        const size =
          to === from ? echo : (to ^ from) === 1 ? 0.95 * loss : (to ^ from) === 2 ? 0.06 : 0.02 * gigahertz * 0.1
        return `${size.toFixed(6)} ${(to === from ? turn / 2 : turn).toFixed(3)}`
      })
    for (let to = 0; to < 4; to++) lines.push(`${to === 0 ? gigahertz : ''} ${row(to).join(' ')}`)
  }
  return Buffer.from(lines.join('\n'))
}

const log = (lines: number) =>
  Array.from(
    { length: lines },
    (_, n) => `${n * 3} ms  solver  port ${n % 4}  residual ${(1 / (n + 1)).toExponential(3)}`,
  )

const pdf = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
  '4 0 obj<</Length 62>>stream',
  'BT /F 24 Tf 60 760 Td (Eye diagrams of the camera link) Tj ET ',
  'endstream endobj',
  '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
  'trailer<</Root 1 0 R>>',
].join('\n')

const files: Record<string, () => Buffer> = {
  'solver.py': () =>
    Buffer.from('import skrf as rf\n\n# De-embed the fixture\nline = rf.Network("line.s4p")\nprint(line.f[0])\n'),
  'readme.md': () => Buffer.from('# Camera link\n\nTwo lanes, 1.5 Gbps each, *four* layers.\n\n- CSI_D0\n- CSI_CLK\n'),
  'solver.log': () => Buffer.from(log(200_000).join('\n')),
  'settings.json': () =>
    Buffer.from(JSON.stringify({ solver: { from: 0, to: 20e9, points: 2001 }, ports: [1, 2, 3, 4] })),
  'board.xml': () => sample('board.xml'),
  'lengths.csv': () =>
    Buffer.from(
      `net,length mm,layer\n${Array.from({ length: 400 }, (_, n) => `DDR_DQ${n},${(20 + n / 7).toFixed(2)},L${1 + (n % 4)}`).join('\n')}`,
    ),
  'report.pdf': () => Buffer.from(pdf),
  'photo.png': () => readFileSync('docs/screenshot.png'),
  'line.s4p': network,
  'camera.kicad_pcb': () => Buffer.from(sampleBoard()),
  'stackup.csv': () => sample('stackup.csv'),
  'buffer.ibs': () => sample('buffer.ibs'),
  'filter.cir': () => sample('filter.cir'),
  'fabrication.zip': () => sample('set.zip'),
  'broken.s2p': () => Buffer.from('# GHz S RI R 50\n1 0.1 0.2 zero\n'),
  'case.step': () => Buffer.from('ISO-10303-21;'),
}

/** Creates a project, and uploads this file in its file manager. */
async function openFile(page: Page, stack: TestStack, name: string) {
  const { id } = await (await apiOf(stack, 'user')).makeProject(`Preview of ${name} ${crypto.randomUUID().slice(0, 6)}`)
  await page.goto(`/workspace/projects/${id}/files`)
  const content = files[name]?.() ?? Buffer.from('')
  await page.getByLabel('Files to upload').setInputFiles([{ name, mimeType: 'text/plain', buffer: content }])
  await page.getByRole('button', { name, exact: true }).waitFor()
}

async function preview(page: Page, stack: TestStack, name: string, shown: string) {
  await openFile(page, stack, name)
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.locator(shown).first().waitFor()
  return dialog
}

const values = '[aria-label="Values at the cursor"] li'
const drawn = 'canvas[data-drawn]'

const scene = (name: string, show: PreviewScene['show'], as?: string): PreviewScene => ({
  name: `previews-${name}`,
  signedIn: true,
  show,
  ...(as && { as }),
})

export const previewScenes: PreviewScene[] = [
  scene('network', (page, stack) => preview(page, stack, 'line.s4p', values)),
  scene('network-mixed', async (page, stack) => {
    const dialog = await preview(page, stack, 'line.s4p', values)
    await dialog.getByRole('button', { name: 'Mixed mode', exact: true }).click()
    await dialog.getByText('SDD21').first().waitFor()
    await dialog.getByRole('slider').fill('100')
  }),
  scene('board', (page, stack) => preview(page, stack, 'camera.kicad_pcb', drawn)),
  scene('board-net', async (page, stack) => {
    const dialog = await preview(page, stack, 'camera.kicad_pcb', drawn)
    await dialog.getByLabel('Find net').fill('D0_')
    await dialog.locator('li button').first().click()
    await dialog.getByText('1 highlighted').waitFor()
  }),
  scene('board-component', async (page, stack) => {
    const dialog = await preview(page, stack, 'camera.kicad_pcb', drawn)
    await dialog.getByLabel('Find component').fill('U1')
    await dialog.getByRole('region', { name: 'Components' }).getByRole('button', { name: /^U1/ }).first().click()
    await dialog.getByRole('list', { name: 'Nets of the component' }).waitFor()
  }),
  scene('python', (page, stack) => preview(page, stack, 'solver.py', '.cm-content')),
  scene('markdown', (page, stack) => preview(page, stack, 'readme.md', '.cm-content')),
  scene('log', (page, stack) => preview(page, stack, 'solver.log', 'text=residual')),
  scene('json', (page, stack) => preview(page, stack, 'settings.json', 'text=points')),
  scene('xml', (page, stack) => preview(page, stack, 'board.xml', '.cm-content')),
  scene('table', (page, stack) => preview(page, stack, 'lengths.csv', '[role=columnheader], th')),
  scene('pdf', (page, stack) => preview(page, stack, 'report.pdf', 'canvas')),
  scene('image', (page, stack) => preview(page, stack, 'photo.png', 'img')),
  scene('stackup', (page, stack) => preview(page, stack, 'stackup.csv', 'svg[role=img]')),
  scene('ibis', (page, stack) => preview(page, stack, 'buffer.ibs', 'nav button')),
  scene('spice', (page, stack) => preview(page, stack, 'filter.cir', 'nav button')),
  scene('fabrication', (page, stack) => preview(page, stack, 'fabrication.zip', 'img')),
  scene('fallback', (page, stack) => preview(page, stack, 'broken.s2p', '.cm-content')),
  scene('unsupported', (page, stack) => preview(page, stack, 'case.step', 'strong')),
  scene('share', async (page, stack) => {
    await openFile(page, stack, 'buffer.ibs')
    await page.getByRole('checkbox', { name: 'Select buffer.ibs' }).check()
    await page.getByRole('button', { name: 'Share selected file' }).click()
    await page.getByLabel('Password (optional)').fill('correct horse')
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByLabel('Link', { exact: true }).waitFor()
  }),
  scene(
    'members',
    async (page, stack) => {
      const admin = await apiOf(stack, 'orgadmin')
      const { id } = await admin.makeProject(`Shared carrier ${crypto.randomUUID().slice(0, 6)}`)
      for (const email of ['user@example.com', 'manager@example.com']) {
        await admin.call('POST', '/v1/users/assign-role', { json: { project_id: id, email } })
      }
      await page.goto(`/workspace/projects/${id}/members`)
      await page.getByRole('list', { name: 'Members' }).waitFor()
    },
    'orgadmin',
  ),
]
