/**
 * npm run bench:files: uploads, downloads, a queue of 1,000 files and a long log. Prints the results and updates its
 * part of docs/performance.md. With names of parts as arguments (upload, memory, zip, queue, log), it runs only those
 * and does not update the file.
 */
import os from 'node:os'

import { firstText, queueOfFiles } from './files-pages'
import { uploadMemory, uploadSpeed, zipSpeed } from './files-transfers'
import { startWorld, type World } from './files-world'
import { table, writeSection } from './report'

type Row = [promise: string, limit: string, measured: string]

const mb = (value: number) => `${value.toFixed(0)} MB`
const speed = (value: number) => `${value.toFixed(0)} MB/s`
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

const parts: Record<string, (world: World) => Promise<Row[]>> = {
  async upload(world) {
    const { product, bare, kept, againstBare, againstKept } = await uploadSpeed(world)
    return [
      ['1 GB through the page, against a bare form to a bare server', '0.80', againstBare.toFixed(2)],
      ['the same, against a bare server that sums up and keeps it', '-', againstKept.toFixed(2)],
      ['the same in figures', '-', `${speed(product)}; ${speed(bare)}, ${speed(kept)}`],
    ]
  },
  async memory(world) {
    const { api, page, speed: all } = await uploadMemory(world)
    return [
      [`four files of 2 GB at once (${speed(all)} in all): memory of the API grows by`, '100 MB', mb(api)],
      ["the page's heap by", '50 MB', mb(page)],
    ]
  },
  async zip(world) {
    const { zip, line, disk, first, grown } = await zipSpeed(world)
    return [
      [
        '500 MB of compressed inputs as a zip, against reading them over the same line',
        '0.60',
        (zip / line).toFixed(2),
      ],
      ['the same in figures; and read off the disk alone', '-', `${speed(zip)}, ${speed(line)}; ${speed(disk)}`],
      ['its first byte', '20 ms', ms(first)],
      ['memory of the API grows by', '30 MB', mb(grown)],
    ]
  },
  async queue(world) {
    const { longest, long, rows, done } = await queueOfFiles(world)
    return [
      [
        'longest task while 1,000 files appear and move, at 4x CPU slow-down (0: none above 50 ms)',
        '50 ms',
        ms(longest),
      ],
      [
        'tasks above 50 ms in ten seconds, rows in the page, files that arrived meanwhile',
        '-',
        `${long}, ${rows}, ${done}`,
      ],
    ]
  },
  async log(world) {
    const { here, slow } = await firstText(world)
    return [
      [
        'first text of a 200 MB log on slow 4G, against a bare range of 256 KB',
        '1.25',
        (slow.text / slow.bare).toFixed(2),
      ],
      [
        'the same in figures; on the same machine',
        '-',
        `${ms(slow.text)}, ${ms(slow.bare)}; ${ms(here.text)}, ${ms(here.bare)}`,
      ],
      ['fetched for it', '300 KB', `${Math.max(here.kilobytes, slow.kilobytes).toFixed(0)} KB`],
    ]
  },
}

const asked = process.argv.slice(2).filter((name) => name in parts)
const load = `load average ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const world = await startWorld()
const rows: Row[] = []
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const found = await measure(world)
    for (const row of found) console.log(row.join(' | '))
    rows.push(...found)
  }
} finally {
  await world.stop()
}

const report = `# Performance of files

Made by \`npm run bench:files\` against the started stack in a process of its own. Medians of 3 to 5 rounds on one
machine, browser and server sharing its cores; compare ratios, since machines differ. At the start this one had a
${load}.

${table(['promise', 'limit', 'measured'], rows)}
`
console.log(report)
if (asked.length === 0) await writeSection(report)
