/**
 * The server process of the file and API benchmarks: the whole stack and a bare server for uploads. It runs in its own
 * process so that its memory and CPU time can be measured separately.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { startTestStack } from '../support/stack'

const page = `<!doctype html><input type="file" aria-label="File"><script>
document.querySelector('input').onchange = ({ target }) => {
  const form = new FormData()
  form.append('files', target.files[0])
  const request = new XMLHttpRequest()
  request.open('POST', location.pathname)
  request.onload = () => { document.title = 'sent' }
  request.send(form)
}</script>`

/**
 * Discards the bytes that it receives. At /kept, it instead hashes them and writes them to disk, as any server that
 * stores files has to do.
 */
const sink = http.createServer((request, response) => {
  const answer = (text: string) => response.setHeader('content-type', 'text/html').end(text)
  if (request.method === 'GET') answer(page)
  else if (request.url !== '/kept') request.resume().on('end', () => answer('ok'))
  else {
    const sum = createHash('sha256')
    request.on('data', (piece: Buffer) => sum.update(piece))
    const file = path.join(os.tmpdir(), `bench-kept-${process.pid}`)
    pipeline(request, createWriteStream(file, { flush: true }))
      .then(() => {
        answer(sum.digest('hex'))
        return rm(file)
      })
      .catch((error: unknown) => console.error(error))
  }
})
sink.requestTimeout = 0
await new Promise<void>((resolve) => sink.listen(0, 'localhost', resolve))

const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
const { config, accounts } = stack
const sinkUrl = `http://localhost:${(sink.address() as AddressInfo).port}`

process.on('message', (asked) => {
  if (asked === 'memory') process.send?.({ memory: process.memoryUsage.rss() })
  else if (asked === 'cpu') process.send?.(process.cpuUsage())
  else {
    stack.stop().then(
      () => process.exit(),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
})
process.send?.({ config, accounts, sinkUrl })
