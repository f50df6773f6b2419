/** The files in deploy/ and the Dockerfile agree with each other, and with the server's settings and URLs. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { readConfig, variableNames } from '../../server/config'
import { defaultTimeLimits } from '../../server/http/time-limits'
import { misspelledVariables } from '../../server/misspelled-variables'
import { registerProbes } from '../../server/operation/probes'
import { importedRealm } from '../support/services/keycloak-realm'

const read = (file: string) => readFileSync(file, 'utf8')

const dockerfile = read('Dockerfile')
/** The instructions of the last stage. */
const image = dockerfile.split(/^(?=FROM )/m).at(-1) ?? ''
const imageEnv = Object.fromEntries(
  [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, list = '']) => list.split(' ').map((pair) => pair.split('='))),
) as Record<string, string>

/**
 * Reads the config from these settings. `readConfig` already rejects unknown values, incomplete pairs and invalid
 * numbers; this function also checks the names of the variables.
 */
function settingsOf(env: Record<string, string>) {
  const config = readConfig({ ...imageEnv, ...env })
  expect(Object.keys(env).filter((name) => !variableNames.includes(name))).toEqual([])
  expect(misspelledVariables(env)).toEqual([])
  return config
}
const drainSeconds = ({ drain }: ReturnType<typeof readConfig>) => (drain.waitMs + drain.limitMs) / 1000

/** Whether the server reports its state at this URL. */
async function isProbe(url: string) {
  const app = Fastify()
  const answering = async () => true
  registerProbes(app, { database: answering, storage: answering, 'sign-in keys': answering }, { isDraining: false })
  const { statusCode } = await app.inject(url)
  await app.close()
  return statusCode === 200
}

describe('the image', () => {
  test('sets only variables of the server, and its port, probe, folder and command are right', async () => {
    const { port, dataDir } = settingsOf({})
    expect(Object.keys(imageEnv).filter((name) => !variableNames.includes(name))).toEqual([])
    expect(/^EXPOSE (\d+)$/m.exec(image)?.[1]).toBe(String(port))
    const [, probed = '', probe = ''] = /fetch\('http:\/\/127\.0\.0\.1:(\d+)([^']+)'\)/.exec(image) ?? []
    expect(probed).toBe(String(port))
    expect(await isProbe(probe)).toBe(true)
    expect(/^VOLUME (\S+)$/m.exec(image)?.[1]).toBe(dataDir)
    expect(image).toContain(`install -d -o node -g node ${dataDir}`)
    expect(image.indexOf('\nUSER node\n')).toBeGreaterThan(image.indexOf('\nRUN install'))
    expect(image).toContain('CMD ["node", "dist/server/main.js"]')
    expect(read('scripts/build-server.mjs')).toContain(`main: 'server/main.ts'`)
  })

  test('copies files that exist, and is built with a Node version that the product supports', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, list = '']) =>
      list.split(' '),
    )
    const sources = copied.map((name) => path.posix.relative('/app', name)).filter((name) => !name.startsWith('dist'))
    expect(sources.length).toBeGreaterThan(3)
    expect(sources.filter((name) => !existsSync(name))).toEqual([])
    // The build context contains only what .dockerignore names with an exclamation mark.
    const sent = [...read('.dockerignore').matchAll(/^!(\S+)$/gm)].flatMap(([, name]) => name ?? [])
    expect(sources.filter((name) => !sent.some((one) => name === one || name.startsWith(`${one}/`)))).toEqual([])
    const versions = [...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => Number(major))
    expect(versions.every((major) => major >= 24)).toBe(true)
    expect(versions).toHaveLength(3)
  })
})

type Service = {
  image?: string
  environment?: Record<string, string>
  command?: string[]
  depends_on?: Record<string, unknown> | string[]
  networks?: string[] | object
  ports?: string[]
  volumes?: string[]
  stop_grace_period?: string
}
type Compose = {
  services: Record<string, Service>
  networks: { inside: { ipam: { config: [{ subnet: string }] } } }
  volumes: Record<string, null>
}

describe('compose.yaml', () => {
  const folder = 'deploy/compose'
  const text = read(`${folder}/compose.yaml`)
  const given = Object.fromEntries(
    [...read(`${folder}/example.env`).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  /** Replaces `${NAME}`, `${NAME:?}` and `${NAME:-default}` in strings, after parsing, as Compose does. */
  const filled = (_key: string, value: unknown) =>
    typeof value !== 'string'
      ? value
      : value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, instead = '') => {
          const found = given[name] ?? ''
          if (found === '' && kind !== '-') throw new Error(`${name} has no value.`)
          return found || String(instead)
        })
  const { services, networks, volumes } = JSON.parse(JSON.stringify(parse(text, { merge: true })), filled) as Compose
  const nodes = Object.entries(services).filter(([name]) => name.startsWith('node'))

  test('has values for everything that it takes from its settings, and uses all of them', () => {
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(given).filter((name) => !used.includes(name))).toEqual([])
  })

  test('starts nodes with valid settings that fit the other services', () => {
    expect(nodes.map(([name]) => name)).toEqual(['node1', 'node2', 'node3'])
    for (const [, { environment = {}, stop_grace_period: grace = '' }] of nodes) {
      const config = settingsOf(environment)
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(drainSeconds(config))
      expect(config.trustProxy).toEqual([networks.inside.ipam.config[0].subnet])
      const database = new URL(config.databaseUrl ?? '')
      const { POSTGRES_USER, POSTGRES_PASSWORD } = services['postgres']?.environment ?? {}
      expect([database.hostname, database.username, database.password]).toEqual([
        'postgres',
        POSTGRES_USER,
        POSTGRES_PASSWORD,
      ])
      const s3 = new URL(config.s3?.url ?? '')
      expect(services[s3.hostname]?.command).toContain(`:${s3.port}`)
      expect(services['bucket']?.command?.at(-1)).toBe(`/buckets/${config.s3?.bucket}`)
      const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = services['s3']?.environment ?? {}
      expect(config.s3?.credentials).toEqual({ accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: ROOT_SECRET_KEY })
    }
    const upstream = nodes.map(([name]) => `${name}:${imageEnv['PORT']}`).join(' ')
    expect(services['balancer']?.environment?.['NODES']).toBe(upstream)
  })

  test('lets people sign in at the site, and create accounts with an address that is confirmed', () => {
    const { environment = {}, volumes: mounts = [] } = services['keycloak'] ?? {}
    const [file = '', target = ''] = mounts.map((mount) => mount.split(':')).flat()
    expect(path.join(folder, file)).toBe('server/identity/keycloak/pcb-realm.json')
    expect(path.dirname(target)).toBe('/opt/keycloak/data/import')
    expect(services['keycloak']?.command).toContain('--import-realm')
    const realm = importedRealm(environment)
    expect(JSON.stringify(realm)).not.toMatch(/\$\{|localhost:8080/)
    for (const [, { environment: env = {} }] of nodes) {
      const { publicUrl, oidc, contactMail } = settingsOf(env)
      expect(oidc.issuer).toBe(`${environment['KC_HOSTNAME']}/realms/${realm.realm}`)
      expect(realm.clients.find(({ clientId }) => clientId === oidc.clientId)).toMatchObject({
        rootUrl: publicUrl,
        redirectUris: [`${publicUrl}/login`, `${publicUrl}/silent-check-sso.html`],
        webOrigins: [publicUrl],
        attributes: { 'post.logout.redirect.uris': `${publicUrl}##${publicUrl}/` },
      })
      const { host, port, auth } = realm.smtpServer
      expect(`smtp://${host}:${port}`).toBe(contactMail?.smtpUrl)
      expect(services).toHaveProperty(host ?? '')
      expect(auth).toBe('false')
    }
    const keycloak = new URL(environment['KC_HOSTNAME'] ?? '')
    expect(keycloak.port).toBe(environment['KC_HTTP_PORT'])
    expect(services['keycloak']?.networks).toEqual({ inside: { aliases: [keycloak.hostname] } })
    expect(services['keycloak']?.ports).toEqual([`127.0.0.1:${keycloak.port}:${keycloak.port}`])
  })

  test('names a version of each image, which is the tested one where there are tests', () => {
    const images = Object.entries(services).map(([name, { image: its = '' }]) => [name, its.split(':')] as const)
    const published = images.filter(([name]) => !name.startsWith('node'))
    for (const [name, [, tag = '']] of published) expect(tag, name).toMatch(/^v?\d+(\.\d+)*(-alpine)?$/)
    const tagOf = (name: string) => Object.fromEntries(published)[name]?.[1]
    expect(tagOf('keycloak')).toBe(/^const version = '(.+)'$/m.exec(read('scripts/run/keycloak.mjs'))?.[1])
    expect(tagOf('s3')).toBe(/^const MODULE = '.+@(.+)'$/m.exec(read('scripts/run/versitygw.mjs'))?.[1])
  })

  test('names only services, volumes and files that exist', () => {
    for (const { depends_on: others = [], volumes: mounts = [] } of Object.values(services)) {
      for (const other of Array.isArray(others) ? others : Object.keys(others)) expect(services).toHaveProperty(other)
      for (const mount of mounts) {
        const [from = ''] = mount.split(':')
        if (from.startsWith('.')) expect(existsSync(path.join(folder, from)), from).toBe(true)
        else expect(volumes).toHaveProperty(from)
      }
    }
  })
})

type Port = { name: string; containerPort: number }
type Probe = { httpGet: { path: string; port: string } }
type Container = {
  ports: Port[]
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: { readOnlyRootFilesystem: boolean }
}
type Manifest = {
  kind: string
  metadata: { name: string; namespace: string }
  data: Record<string, string>
  spec: {
    replicas: number
    selector: { matchLabels: object }
    minAvailable: number
    ports: { name: string; targetPort: string }[]
    template: {
      metadata: { labels: object }
      spec: {
        terminationGracePeriodSeconds: number
        containers: [Container]
        volumes: { name: string }[]
      }
    }
    tls: { hosts: string[] }[]
    rules: { host: string; http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[]
  }
}

describe('the Kubernetes manifests', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/viastack.yaml'))
  const manifests = documents.map((document) => document.toJS() as Manifest)
  const one = (kind: string) => {
    const found = manifests.filter((manifest) => manifest.kind === kind)
    expect(found).toHaveLength(1)
    return found[0] as Manifest
  }

  test('can be parsed, and belong to one namespace', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
    expect(new Set(manifests.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['viastack']))
  })

  test('run nodes with valid settings, ports and probes', async () => {
    const config = settingsOf(one('ConfigMap').data)
    const { template, selector, replicas } = one('Deployment').spec
    const { containers, terminationGracePeriodSeconds, volumes } = template.spec
    expect(terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds(config))
    expect(selector.matchLabels).toEqual(template.metadata.labels)
    expect(one('PodDisruptionBudget').spec.minAvailable).toBeLessThan(replicas)
    const [node] = containers
    const ports = Object.fromEntries(node.ports.map(({ name, containerPort }) => [name, containerPort]))
    expect(ports).toEqual({ http: config.port, metrics: config.metricsPort })
    for (const { httpGet } of [node.startupProbe, node.readinessProbe, node.livenessProbe]) {
      expect(httpGet.port).toBe('http')
      expect(await isProbe(httpGet.path), httpGet.path).toBe(true)
    }
    // Losing the database, or starting without S3, must not cause a restart of the node.
    for (const { httpGet } of [node.startupProbe, node.livenessProbe])
      expect(httpGet.path).not.toBe(node.readinessProbe.httpGet.path)
    expect(node.securityContext.readOnlyRootFilesystem).toBe(true)
    expect(node.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([config.dataDir, '/tmp'])
    expect(node.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name))
  })

  test('lead from the public name to the nodes', () => {
    const { publicUrl } = settingsOf(one('ConfigMap').data)
    const service = one('Service')
    const { rules, tls } = one('Ingress').spec
    expect(rules.map(({ host }) => host)).toEqual([new URL(publicUrl).hostname])
    expect(tls.flatMap(({ hosts }) => hosts)).toEqual([new URL(publicUrl).hostname])
    const [port] = service.spec.ports
    expect(port?.targetPort).toBe('http')
    expect(service.spec.selector).toEqual(one('Deployment').spec.template.metadata.labels)
    for (const { http } of rules)
      for (const { backend } of http.paths)
        expect(backend.service).toEqual({ name: service.metadata.name, port: { name: port?.name } })
  })
})

test('the systemd service sets only variables of the server, and waits until a node has stopped', () => {
  const unit = read('deploy/systemd/viastack.service')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const env = Object.fromEntries(
    value('Environment')
      .split(' ')
      .map((pair) => pair.split('=')),
  ) as Record<string, string>
  const config = settingsOf(env)
  expect(config.dataDir).toBe(path.posix.join('/var/lib', value('StateDirectory')))
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(drainSeconds(config))
  expect(value('ExecStart')).toMatch(/ dist\/server\/main\.js$/)
  // Every line is empty, a section, a setting or a comment.
  expect(unit.split('\n').filter((line) => !/^(\[\w+\]|\w+=.*|#.*|)$/.test(line))).toEqual([])
})

describe('the reverse proxies', () => {
  const idleS = defaultTimeLimits.idleMs / 1000

  test('nginx passes requests to the port of a node, and waits longer than a node', () => {
    const conf = read('deploy/nginx/viastack.conf')
    expect(conf).toContain(`server 127.0.0.1:${imageEnv['PORT']};`)
    const limits = [...conf.matchAll(/^\s+(?:client_body|send|proxy_send|proxy_read)_timeout (\d+)s;$/gm)]
    expect(limits.map(([, seconds]) => Number(seconds) > idleS)).toEqual([true, true, true, true])
  })

  test('Caddy checks a probe, and waits longer than a node', async () => {
    const conf = read('deploy/caddy/Caddyfile')
    expect(conf).toContain(`{$NODES:127.0.0.1:${imageEnv['PORT']}}`)
    expect(await isProbe(/health_uri (\S+)/.exec(conf)?.[1] ?? '')).toBe(true)
    expect(Number(/response_header_timeout (\d+)s/.exec(conf)?.[1])).toBeGreaterThan(idleS)
    // Variables are set by compose.yaml, or have a default.
    expect([...conf.matchAll(/\{\$(\w+)(:?)/g)].map(([, name, hasDefault]) => [name, hasDefault])).toEqual([
      ['SITE_ADDRESS', ':'],
      ['NODES', ':'],
    ])
  })
})
