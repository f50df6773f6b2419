/**
 * npm run fuzz:previews: opens 500 broken files in the browser, one after the other in one page; `-- --files N --seed
 * N` changes the number and the seed. Fails if the page crashes, an error is not caught, or a preview is still loading
 * after two minutes.
 */
import { parseArgs } from 'node:util'

import { mutated, randomOf } from '../../formats/fuzz'
import { sample, samples } from '../../formats/sample-files'
import { openFiles, startWorld } from '../files-world'

const { values } = parseArgs({
  options: { files: { type: 'string', default: '500' }, seed: { type: 'string', default: '3' } },
})
const count = Number(values.files)
const random = randomOf(Number(values.seed))
const projectName = 'Broken files'
/** Longer than the minute after which a reader is stopped. */
const timeout = 120_000

const outcomes = { shown: 0, 'shown as text or a table': 0, refused: 0 }
const faults: string[] = []
const world = await startWorld()
try {
  const project = await world.api.makeProject(projectName)
  for (let made = 0; made < count; made++) {
    const source = samples[made % samples.length] ?? ''
    const name = `${String(made).padStart(4, '0')}-${source}`
    await world.keep(project.id, await world.file(name, Buffer.from(mutated(sample(source), random))))
    if (made % 100 === 99) await world.renewToken()
  }
  console.log(`${count} files uploaded.`)

  const { page } = await world.page()
  let open = ''
  page.on('pageerror', (error) => faults.push(`${open}: ${error.message}`))
  page.on('crash', () => faults.push(`${open}: the page crashed`))
  const files = await openFiles(page, projectName)
  await files
    .getByRole('button', { name: /^\d{4}-/ })
    .first()
    .click()
  for (let at = 0; at < count; at++) {
    const panel = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Next file' }) })
    open = (await panel.getAttribute('aria-label', { timeout })) ?? ''
    try {
      await panel.getByText(/^(?:Loading|Reading|Drawing|Calculating) .*\.\.\./).waitFor({ state: 'hidden', timeout })
      const isRefused = await panel.getByText(/^(?:Failed to load preview|Preview not )/).count()
      const isFallback = await panel.getByText(/^Shown as /).count()
      outcomes[isRefused > 0 ? 'refused' : isFallback > 0 ? 'shown as text or a table' : 'shown']++
    } catch (error) {
      faults.push(`${open}: ${String(error)}`)
    }
    if (at % 100 === 99) console.log(`${at + 1} files opened.`)
    const next = panel.getByRole('button', { name: 'Next file' })
    if (!(await next.isEnabled())) break
    await next.click()
  }
} finally {
  await world.stop()
}
for (const fault of faults.slice(0, 20)) console.log(fault)
const results = Object.entries(outcomes).map(([outcome, number]) => `${number} ${outcome}`)
console.log(`${count} files: ${results.join(', ')}, ${faults.length} faults.`)
process.exitCode = faults.length > 0 ? 1 : 0
