/**
 * A round-robin balancer in its own process, with the rules of docs/deployment.md: bodies are passed on as they arrive,
 * and a request is repeated on another node only if it changes nothing, or if the node did not accept the connection.
 * The parent process sends the ports.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'

export type BalancerTask = { port: number; nodes: number[] }

const HOST = '127.0.0.1'
const SILENCE_MS = 75_000

const agent = new http.Agent({ keepAlive: true, maxSockets: 2000 })
const server = http.createServer()
let nodes: number[] = []
let turn = 0

/** Sends a request to the next node. `left` is how many nodes have not been tried. */
function pass(request: IncomingMessage, response: ServerResponse, left: number) {
  const port = nodes[turn++ % nodes.length] ?? 0
  const { method = 'GET', url = '/', headers, socket: client } = request
  const forwarded = { ...headers, 'x-forwarded-for': client.remoteAddress ?? '' }
  const onward = http.request({ host: HOST, port, method, path: url, headers: forwarded, agent, timeout: SILENCE_MS })
  let isBodySent = false
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  onward.once('socket', (socket) => {
    const begin = () => {
      isBodySent = hasBody
      request.pipe(onward)
    }
    if (socket.connecting) socket.once('connect', begin)
    else begin()
  })
  onward.once('timeout', () => onward.destroy(new Error('The node is silent.')))
  onward.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    // If the node's response breaks off, so does this one.
    pipeline(answer, response, () => undefined)
  })
  response.once('close', () => onward.destroy())
  onward.on('error', (error: NodeJS.ErrnoException) => {
    request.unpipe(onward)
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    const isUnaccepted = error.code === 'ECONNREFUSED'
    const changesNothing = (method === 'GET' || method === 'HEAD') && !isBodySent
    if (left > 1 && (isUnaccepted || changesNothing)) {
      pass(request, response, left - 1)
      return
    }
    request.resume()
    response.writeHead(502, { 'retry-after': '1', 'content-type': 'text/plain' }).end('The node has ended.')
  })
}

server.on('request', (request, response) => pass(request, response, nodes.length))
// Transfers may take longer than the default of five minutes.
server.requestTimeout = 0
// A busy client may need longer than the default of five seconds to read a response that was sent completely.
server.keepAliveTimeout = SILENCE_MS
process.once('message', (task: BalancerTask) => {
  nodes = task.nodes
  server.listen(task.port, HOST, () => process.send?.('listening'))
})
process.once('disconnect', () => process.exit())
