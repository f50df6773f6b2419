/** Measures transfer speeds of files, and the memory that the API and the page need. */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import http from 'node:http'
import { finished } from 'node:stream/promises'

import { type File, growth, MB, openFiles, timed, type World } from '../files-world'
import { median } from '../report'

const rounds = 3
const perSecond = (bytes: number, ms: number) => bytes / MB / (ms / 1000)

/**
 * Uploads one file of 1 GB through the product's page, and from a bare page to a bare server that discards or stores
 * it.
 */
export async function uploadSpeed(world: World) {
  const { page } = await world.page()
  const bare = await world.browser.newPage()
  const project = await world.api.makeProject('One large file')
  const file = await world.file('large.bin', { zeros: 1024 * MB })
  const warm = await world.file('warm.bin', { zeros: 64 * MB })

  const byProduct = async (path: string, name: string) => {
    const dialog = await openFiles(page, project.name)
    const ms = await timed(async () => {
      await dialog.getByLabel('Files to upload').setInputFiles(path)
      await dialog.getByText('1 uploaded', { exact: true }).waitFor({ timeout: 120_000 })
    })
    const { body } = await world.api.call<File[]>('GET', `/v1/projects/${project.id}/files`)
    for (const { id } of body.filter((one) => one.name === name)) await world.api.call('DELETE', `/v1/files/${id}`)
    return ms
  }
  const byBarePage = async (path: string, address: '/' | '/kept') => {
    await bare.goto(world.sinkUrl + address)
    return timed(async () => {
      await bare.getByLabel('File').setInputFiles(path)
      await bare.waitForFunction(() => document.title === 'sent', null, { timeout: 120_000 })
    })
  }

  await byProduct(warm, 'warm.bin')
  await byBarePage(warm, '/kept')
  // The first read has to wait for the disk, so warm up the file cache.
  await finished(createReadStream(file).resume())
  const times = { product: [] as number[], bare: [] as number[], kept: [] as number[] }
  // The times of the bare page vary by a factor of up to four, so measure more rounds.
  for (let round = 0; round < 3 * rounds; round++) {
    times.product.push(await byProduct(file, 'large.bin'))
    times.bare.push(await byBarePage(file, '/'))
    times.kept.push(await byBarePage(file, '/kept'))
  }
  await page.context().close()
  await bare.close()
  const speed = (values: number[]) => perSecond(1024 * MB, median(values))
  // Compare adjacent measurements, because the speed of the machine changes from minute to minute.
  const against = (values: number[]) => median(times.product.map((ms, round) => (values[round] ?? NaN) / ms))
  return {
    product: speed(times.product),
    bare: speed(times.bare),
    kept: speed(times.kept),
    againstBare: against(times.bare),
    againstKept: against(times.kept),
  }
}

/** Uploads four files of 2 GB at once into four projects, from two pages, since each page uploads two at a time. */
export async function uploadMemory(world: World) {
  const file = await world.file('huge.bin', { zeros: 2048 * MB })
  const projects: { id: string; name: string }[] = []
  for (const name of ['First', 'Second', 'Third', 'Fourth']) projects.push(await world.api.makeProject(`${name} huge`))
  const pages = [await world.page(), await world.page()]
  const heap = async () => {
    const sizes = await Promise.all(
      pages.map(async ({ page, cdp }) => {
        await page.title()
        const { metrics } = await cdp.send('Performance.getMetrics')
        return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN
      }),
    )
    return Math.max(...sizes)
  }
  const choose = async (index: number, name: string) => {
    const dialog = await openInSamePage(pages[Math.floor(index / 2)]?.page, name)
    await dialog.getByLabel('Files to upload').setInputFiles(file)
  }
  for (const { page } of pages) await page.goto('/workspace')
  const memory = await growth(world.memory, () =>
    growth(heap, async () => {
      const ms = await timed(async () => {
        for (const [index, { name }] of projects.entries()) await choose(index, name)
        for (const { id } of projects) await arrivalIn(world, id)
      })
      return perSecond(4 * 2048 * MB, ms)
    }),
  )
  for (const { page } of pages) await page.context().close()
  return { api: memory.grown / MB, page: memory.result.grown / MB, speed: memory.result.result }
}

/** Opens a project's files without a page load, because other uploads are in progress on the page. */
async function openInSamePage(page: Awaited<ReturnType<World['page']>>['page'] | undefined, name: string) {
  if (!page) throw new Error('There is no page.')
  if (await page.getByRole('region', { name: /^Files of/ }).isVisible()) {
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
  }
  await page.getByRole('article', { name }).getByRole('button', { name: 'Manage files' }).click()
  const dialog = page.getByRole('region', { name: `Files of ${name}` })
  await dialog.getByRole('button', { name: 'Upload files' }).and(page.locator(':enabled')).waitFor()
  return dialog
}

async function arrivalIn({ api }: World, projectId: string) {
  for (;;) {
    const { body } = await api.call<File[]>('GET', `/v1/projects/${projectId}/files`)
    if (body.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Downloads a URL and returns the times until the first and the last byte, and the number of bytes. */
const drain = (url: string, headers: Record<string, string>) =>
  new Promise<{ first: number; ms: number; bytes: number }>((resolve, reject) => {
    const from = performance.now()
    let [first, bytes] = [NaN, 0]
    http
      .get(url, { headers }, (response) => {
        response.on('data', (piece: Buffer) => {
          if (bytes === 0) first = performance.now() - from
          bytes += piece.length
        })
        response.on('end', () => resolve({ first, ms: performance.now() - from, bytes }))
        response.on('error', reject)
      })
      .on('error', reject)
  })

const quiet = () => new Promise((resolve) => setTimeout(resolve, 1000))

/**
 * Downloads ten already compressed inputs of 50 MB: as a ZIP, one after the other over the same connection, and
 * directly from disk.
 */
export async function zipSpeed(world: World) {
  const { api } = world
  const project = await api.makeProject('Half a gigabyte')
  const [paths, kept] = [[] as string[], [] as File[]]
  for (let n = 0; n < 10; n++) {
    const file = await world.file(`scan-${n}.tgz`, randomBytes(50 * MB))
    paths.push(file)
    kept.push(await world.keep(project.id, file))
  }
  const zip = () => drain(`${api.base}/v1/projects/${project.id}/inputs/export`, api.authorization)
  const downloads = () =>
    timed(async () => {
      for (const { id } of kept) await drain(`${api.base}/v1/files/${id}/download`, api.authorization)
    })
  const disk = () =>
    timed(async () => {
      for (const path of paths) await finished(createReadStream(path).resume())
    })

  await zip()
  await downloads()
  const found = { zip: [] as number[], first: [] as number[], line: [] as number[], disk: [] as number[] }
  const { grown } = await growth(world.memory, async () => {
    for (let round = 0; round < rounds + 2; round++) {
      const { ms, bytes } = await zip()
      if (bytes < 500 * MB) throw new Error(`The zip has only ${bytes} bytes.`)
      found.zip.push(ms)
      found.line.push(await downloads())
      found.disk.push(await disk())
      // Wait until both processes have freed half a gigabyte of buffers, because that delays requests by about 20 ms.
      await quiet()
      found.first.push((await zip()).first)
    }
  })
  const speed = (times: number[]) => perSecond(500 * MB, median(times))
  return {
    zip: speed(found.zip),
    line: speed(found.line),
    disk: speed(found.disk),
    first: median(found.first),
    grown: grown / MB,
  }
}
