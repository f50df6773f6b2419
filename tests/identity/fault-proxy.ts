/**
 * A proxy between the browser and the identity provider, on its own port, at the provider's public URL. It records
 * every request from the browser, except CORS preflights, and injects faults for tests. The API's own requests
 * (discovery, keys) pass unchanged, because faults only apply to the browser.
 */
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request from the browser. */
export type Call = {
  method: string
  /** The protocol endpoint (auth, token, logout, certs, …), `discovery`, or `page` for the provider's own pages. */
  endpoint: string
  url: URL
  /** The form-encoded body; empty for other requests. */
  form: URLSearchParams
  /** `document` for the page itself, `iframe` for a frame in it, `empty` for a fetch. */
  destination: string
  hasCookie: boolean
  /** The status of the response; null while it is pending, and permanently if the connection was cut. */
  status: number | null
}

type Json = Record<string, unknown>

/** A fault to apply to a request. The `change` functions modify their argument in place. */
export type Fault =
  /** Closes the connection without a response. */
  | { kind: 'refuse' }
  /** Delays the request until the promise resolves, then continues. */
  | { kind: 'hold'; until: Promise<void> }
  | { kind: 'answer'; status: number; body: Json }
  /** Redirects the browser back immediately, with these parameters instead of a code. */
  | { kind: 'sendBack'; parameters: Record<string, string> }
  /** The headers announce the full body, but the connection is closed after the first half of it. */
  | { kind: 'truncate' }
  | { kind: 'changeRequest'; change: (call: Call) => void }
  | { kind: 'changeAnswer'; change: (body: Json) => void }
  /** Changes a redirect back to the site. `parameters` are those of the fragment, or else of the query. */
  | { kind: 'changeReturn'; change: (parameters: URLSearchParams) => void }

type Match = (call: Call) => boolean
type Rule = { match: Match; fault: Fault; left: number }

export const everything: Match = () => true
export const discovery: Match = ({ endpoint }) => endpoint === 'discovery'
export const exchanges: Match = ({ endpoint, form }) =>
  endpoint === 'token' && form.get('grant_type') === 'authorization_code'
export const refreshes: Match = ({ endpoint, form }) =>
  endpoint === 'token' && form.get('grant_type') === 'refresh_token'
/** A silent check in a hidden frame. */
export const silentChecks: Match = ({ endpoint, destination }) => endpoint === 'auth' && destination === 'iframe'
/** A silent check by top-level navigation. */
export const topLevelChecks: Match = ({ endpoint, destination, url }) =>
  endpoint === 'auth' && destination === 'document' && url.searchParams.get('prompt') === 'none'
/** A navigation to the provider's login page. */
export const logins: Match = ({ endpoint, destination, url }) =>
  endpoint === 'auth' && destination === 'document' && url.searchParams.get('prompt') !== 'none'
/** A logout that the provider has answered, so its session has ended. */
export const endedSessions: Match = ({ endpoint, status }) => endpoint === 'logout' && status !== null

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

const CLOSING_HEADERS = ['connection', 'content-length', 'keep-alive', 'transfer-encoding']

/**
 * Listens on a free port on 127.0.0.1. `host` is the name browsers use: localhost, or an address on a different site.
 */
export async function startFaultProxy({ host }: { host: 'localhost' | '127.0.0.1' }) {
  const calls: Call[] = []
  let rules: Rule[] = []
  let target = ''
  let site = ''
  const sockets = new Set<Socket>()

  const take = (call: Call, kinds: Fault['kind'][]): Fault | undefined => {
    const rule = rules.find(({ match, fault, left }) => left > 0 && kinds.includes(fault.kind) && match(call))
    if (rule) rule.left--
    return rule?.fault
  }

  const server = http.createServer((request, response) => {
    // Chromium retries a request on a reused connection that was closed, which would look like a second request from
    // the page.
    response.shouldKeepAlive = false
    handle(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  async function handle(request: http.IncomingMessage, response: http.ServerResponse) {
    const isBrowser = /Mozilla/.test(request.headers['user-agent'] ?? '')
    const body = await read(request)
    const call = callOf(request, body)
    if (!isBrowser || request.method === 'OPTIONS') return forward(request, response, call, body, false)
    calls.push(call)

    for (let fault = take(call, BEFORE); fault; fault = fault.kind === 'hold' ? take(call, BEFORE) : undefined) {
      if (fault.kind === 'hold') await fault.until
      else if (fault.kind === 'refuse') {
        response.destroy()
        return
      } else if (fault.kind === 'answer') {
        answer(request, response, call, fault)
        return
      } else if (fault.kind === 'sendBack') {
        sendBack(response, call, fault.parameters)
        return
      }
    }
    const change = take(call, ['changeRequest'])
    if (change?.kind === 'changeRequest') change.change(call)
    return forward(request, response, call, isForm(request) ? Buffer.from(call.form.toString()) : body, true)
  }

  const callOf = (request: http.IncomingMessage, body: Buffer): Call => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? host}`)
    return {
      method: request.method ?? 'GET',
      endpoint: endpointOf(url.pathname),
      url,
      form: new URLSearchParams(isForm(request) ? body.toString() : ''),
      destination: request.headers['sec-fetch-dest'] ?? '',
      hasCookie: request.headers.cookie !== undefined,
      status: null,
    }
  }

  function answer(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    call: Call,
    { status, body }: { status: number; body: Json },
  ) {
    call.status = status
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      // Otherwise the browser would hide the response from the page, and any status would look like a refused
      // connection.
      'access-control-allow-origin': request.headers.origin ?? site,
    })
    response.end(JSON.stringify(body))
  }

  function sendBack(response: http.ServerResponse, call: Call, parameters: Record<string, string>) {
    const back = new URL(call.url.searchParams.get('redirect_uri') ?? site)
    const state = call.url.searchParams.get('state') ?? ''
    const iss = call.url.href.split('/protocol/')[0] ?? ''
    back.hash = new URLSearchParams({ ...parameters, state, iss }).toString()
    call.status = 303
    response.writeHead(303, { location: back.href, 'cache-control': 'no-store' }).end()
  }

  async function forward(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    call: Call,
    body: Buffer,
    isFaulty: boolean,
  ) {
    const { headers, status, content } = await fetchFrom(
      target,
      call,
      {
        ...request.headers,
        'accept-encoding': 'identity',
        'content-length': String(body.length),
      },
      body,
    )
    call.status = status
    if (!isFaulty) {
      response.writeHead(status, headers).end(content)
      return
    }

    const back = headers.location === undefined ? null : new URL(headers.location, call.url)
    if (back?.origin === site) {
      const fault = take(call, ['changeReturn'])
      if (fault?.kind === 'changeReturn') headers.location = changed(back, fault.change)
    }
    let answered = content
    const fault = status === 200 ? take(call, ['changeAnswer', 'truncate']) : undefined
    if (fault?.kind === 'changeAnswer') {
      const json = JSON.parse(content.toString()) as Json
      fault.change(json)
      answered = Buffer.from(JSON.stringify(json))
    }
    response.writeHead(status, { ...headers, 'content-length': String(answered.length) })
    if (fault?.kind === 'truncate') response.write(answered.subarray(0, answered.length / 2), () => response.destroy())
    else response.end(answered)
  }

  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve((server.address() as AddressInfo).port)
      })
    })
  const stopListening = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  const port = await listen(0)
  let isUp = true

  const down = async () => {
    if (isUp) await stopListening()
    isUp = false
  }
  const up = async () => {
    if (!isUp) await listen(port)
    isUp = true
  }

  return {
    /** The public URL of the provider. */
    origin: `http://${host}:${port}`,
    calls,
    /** `target` is the URL the provider actually listens on, `site` the origin it redirects browsers to. */
    connect: (to: { target: string; site: string }) => {
      target = to.target
      site = to.site
    },
    count: (match: Match) => calls.filter(match).length,
    /** Applies the fault to matching requests, at most `times` times. Rules are tried in the order they were added. */
    play: (match: Match, fault: Fault, times = Number.POSITIVE_INFINITY) => {
      rules.push({ match, fault, left: times })
    },
    /** Holds matching requests until the returned function is called. */
    hold: (match: Match): (() => void) => {
      let release = () => {}
      rules.push({
        match,
        fault: { kind: 'hold', until: new Promise<void>((resolve) => (release = resolve)) },
        left: Number.POSITIVE_INFINITY,
      })
      const rule = rules.at(-1)
      return () => {
        rules = rules.filter((other) => other !== rule)
        release()
      }
    },
    /** Removes all faults. Requests that are held stay held until the function returned by `hold` is called. */
    heal: () => {
      rules = []
    },
    /** Stops listening, so that the system refuses connections. */
    down,
    up,
    /** Clears requests and faults for the next test. */
    reset: async () => {
      rules = []
      calls.length = 0
      await up()
    },
    close: down,
  }
}

const BEFORE: Fault['kind'][] = ['hold', 'refuse', 'answer', 'sendBack']

const isForm = (request: http.IncomingMessage) =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

function endpointOf(pathname: string): string {
  if (pathname.endsWith('/.well-known/openid-configuration')) return 'discovery'
  return /\/protocol\/openid-connect\/([\w-]+)$/.exec(pathname)?.[1] ?? 'page'
}

/** Changes the response parameters of a redirect URL, in the fragment or the query. */
function changed(back: URL, change: (parameters: URLSearchParams) => void): string {
  const inHash = back.hash.length > 1
  const parameters = new URLSearchParams(inHash ? back.hash.slice(1) : back.search)
  change(parameters)
  if (inHash) back.hash = parameters.toString()
  else back.search = parameters.toString()
  return back.href
}

async function read(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const fetchFrom = (target: string, call: Call, headers: http.OutgoingHttpHeaders, body: Buffer) =>
  new Promise<{ headers: http.IncomingHttpHeaders; status: number; content: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(target)
    const path = `${call.url.pathname}${call.url.search}`
    // Keep the proxy's Host header, so that the provider generates URLs that point to the proxy.
    const request = http.request({ hostname, port, path, method: call.method, headers, agent: false }, (answer) => {
      read(answer).then((content) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !CLOSING_HEADERS.includes(name))
        resolve({ headers: Object.fromEntries(kept), status: answer.statusCode ?? 502, content })
      }, reject)
    })
    request.once('error', reject).end(body)
  })

/** A JWT with changed claims and the original signature. Only code that verifies the signature notices. */
export function withClaims(token: unknown, change: (claims: Record<string, unknown>) => void): string {
  const [header = '', payload = '', signature = ''] = String(token).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  change(claims)
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
