import { stat, truncate, writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { largeFile, openFiles, sumOf } from '../files/file-steps'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const MB = 1_048_576
const SIZE = 60 * MB

/**
 * Records how files are downloaded from the API: streamed by the browser from a signed URL, or requested by the page.
 */
function watch(page: Page) {
  const ways = { streamed: [] as string[], called: [] as string[] }
  page.on('request', (request) => {
    if (/\/files\/[^/]+\/content\?token=/.test(request.url())) ways.streamed.push(request.headers()['range'] ?? '')
    if (/\/files\/[^/]+\/download$/.test(request.url()))
      ways.called.push(request.headers()['range'] ?? 'the whole file')
  })
  return ways
}

test('a download above 50 MB is streamed by the browser from a signed URL', async ({ page, stack, signIn }, info) => {
  covers('decisions-large-media')
  const dialog = await openFiles({ page, stack, signIn }, 'Streamed')
  const { file, sha256 } = await largeFile(info, 'scan.bin', SIZE)
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  await expect(dialog.getByRole('button', { name: 'scan.bin', exact: true })).toBeVisible({ timeout: 30_000 })
  const { called } = watch(page)
  const arriving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download scan.bin' }).click()
  const download = await arriving
  expect(download.url()).toMatch(/\/content\?token=/)
  expect(download.suggestedFilename()).toBe('scan.bin')
  const kept = await download.path()
  expect((await stat(kept)).size).toBe(SIZE)
  expect(await sumOf(kept)).toBe(sha256)
  await expect(dialog.getByText('Download started in the browser')).toBeVisible()
  expect(called).toEqual([])
})

/** Two seconds of video recorded by the browser, padded to this file size. */
async function video(page: Page, info: TestInfo, size: number) {
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const stopped = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    const end = performance.now() + 2000
    while (performance.now() < end) {
      context?.fillRect(Math.random() * 300, 0, 10, 150)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())]
  })
  const file = info.outputPath('probe.webm')
  // An element that players skip (Void, with its length in eight bytes).
  const skipped = Buffer.alloc(9)
  skipped.writeUInt8(0xec)
  skipped.writeBigUInt64BE(0x0100000000000000n + BigInt(size - recorded.length - skipped.length), 1)
  await writeFile(file, Buffer.concat([Buffer.from(recorded), skipped]))
  await truncate(file, size)
  return file
}

test('a video above 50 MB plays from a signed URL, in ranges', async ({ page, stack, signIn }, info) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Video')
  const file = await video(page, info, SIZE)
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  const listed = dialog.getByRole('button', { name: 'probe.webm', exact: true })
  await expect(listed).toBeVisible({ timeout: 30_000 })
  const { streamed, called } = watch(page)
  await listed.click()
  const player = page.getByRole('dialog', { name: 'probe.webm' }).locator('video')
  await expect(player).toHaveJSProperty('videoWidth', 300)
  const played = await player.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
    await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))
    return element.currentTime
  })
  expect(played).toBeGreaterThanOrEqual(0)
  expect(streamed.length).toBeGreaterThan(0)
  expect(streamed.every((range) => range.startsWith('bytes='))).toBe(true)
  // The app fetched only the first 4 KB, to detect the file's kind. The player streamed the rest.
  expect(called).toEqual(['bytes=0-4095'])
})
