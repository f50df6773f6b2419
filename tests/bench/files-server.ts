/**
 * What the benchmark of files talks to, in a process of its own, so that its memory can be told from the benchmark's:
 * the started stack, and beside it a bare server that takes in what is sent to it and does nothing with it.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { startTestStack } from '../support/stack'

const page = `<!doctype html><input type="file" aria-label="File"><script>
document.querySelector('input').onchange = ({ target }) => {
  const form = new FormData()
  form.append('files', target.files[0])
  const request = new XMLHttpRequest()
  request.open('POST', '/')
  request.onload = () => { document.title = 'sent' }
  request.send(form)
}</script>`

const sink = http.createServer((request, response) => {
  request.resume()
  request.on('end', () => response.setHeader('content-type', 'text/html').end(request.method === 'GET' ? page : 'ok'))
})
sink.requestTimeout = 0
await new Promise<void>((resolve) => sink.listen(0, 'localhost', resolve))

const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
const { config, accounts } = stack
const sinkUrl = `http://localhost:${(sink.address() as AddressInfo).port}`

process.on('message', (asked) => {
  if (asked === 'memory') process.send?.({ memory: process.memoryUsage.rss() })
  else void stack.stop().finally(() => process.exit())
})
process.send?.({ config, accounts, sinkUrl })
