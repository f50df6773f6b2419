/**
 * The files in deploy/ and the Dockerfile are valid for the programs that read them: they contain no unknown keys,
 * instructions or flags. Each check must also reject broken copies.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const read = (file: string) => readFileSync(file, 'utf8')

/** Returns the text with one part replaced. The text must contain this part exactly once. */
function broken(text: string, part: string, instead: string): string {
  expect(text.split(part), part).toHaveLength(2)
  return text.replace(part, instead)
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deployment-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the Dockerfile', () => {
  const text = read('Dockerfile')
  const problemsOf = (dockerfile: string) => validate(dockerfile).map(({ message }) => message)

  test('is valid', () => {
    expect(problemsOf(text)).toEqual([])
  })

  test.each([
    ['an unknown instruction', 'STOPSIGNAL', 'STOPSIGNALS', 'Unknown instruction: STOPSIGNALS'],
    ['an unknown flag', '--start-period', '--start-periods', 'Unknown flag: start-periods'],
    ['an invalid duration', '--timeout=5s', '--timeout=5', expect.stringContaining('duration')],
    ['an instruction without arguments', 'USER node', 'USER', expect.stringContaining('argument')],
    ['an invalid port', 'EXPOSE 8080', 'EXPOSE http', 'Invalid containerPort: http'],
  ])('would be refused with %s', (_, part, instead, message) => {
    expect(problemsOf(broken(text, part, instead))).toContainEqual(message)
  })
})

describe('compose.yaml', () => {
  const text = read('deploy/compose/compose.yaml')
  /** The linter without its rules about style, the order of keys and the project's name, which do not apply here. */
  const linter = new DCLinter({
    rules: {
      'no-quotes-in-volumes': 0,
      // Other computers must be able to reach the balancer.
      'no-unbound-port-interfaces': 0,
      'require-project-name-field': 0,
      'service-keys-order': 0,
      'services-alphabetical-order': 0,
    },
    quiet: false,
    debug: false,
    exclude: [],
  })
  function problemsOf(compose: string) {
    const file = path.join(folder, 'compose.yaml')
    writeFileSync(file, compose)
    const results = linter.lintFiles([file], false)
    expect(results).toHaveLength(1)
    return results.flatMap(({ messages }) => messages.map(({ message }) => message))
  }

  test('fits the Compose specification', () => {
    expect(problemsOf(text)).toEqual([])
  })

  test.each([
    ['in all nodes', 'stop_grace_period:', 'stop_grace_periods:', '/services/node1'],
    ['in a service', 'network_mode:', 'networks_mode:', '/services/bucket'],
    ['in a health check', 'retries:', 'retry:', '/services/postgres/healthcheck'],
    ['in a network', 'aliases:', 'alias:', '/services/keycloak/networks'],
    ['at the top', '\nvolumes:\n', '\nvolume:\n', 'additional properties'],
  ])('would be refused with an unknown key %s', (_, part, instead, place) => {
    expect(problemsOf(broken(text, part, instead))).toContainEqual(expect.stringContaining(place))
  })

  test('would be refused with a value of the wrong type, or a port that two services use', () => {
    expect(problemsOf(broken(text, 'retries: 10', 'retries: [10]'))).not.toEqual([])
    expect(problemsOf(broken(text, `'127.0.0.1:8025:8025'`, `'8090:8025'`))).not.toEqual([])
  })
})

describe('the Kubernetes manifests', () => {
  const text = read('deploy/kubernetes/viastack.yaml')
  const kinds = path.resolve('tests/architecture/kubernetes-kinds.ts')

  /**
   * Returns what the compiler says about manifests, which become literals of the kinds' types. It reports unknown and
   * missing keys, and values of a wrong type.
   */
  function problemsOf(cases: string[]): string[][] {
    const sources = new Map(
      cases.map((yaml, index) => {
        const literals = parseAllDocuments(yaml).map((document) => {
          const manifest = document.toJS() as { apiVersion: string; kind: string }
          const kind = `KubernetesKinds['${manifest.apiVersion} ${manifest.kind}']`
          return `${JSON.stringify(manifest)} satisfies ${kind}`
        })
        const source = `import type { KubernetesKinds } from './kubernetes-kinds'\nexport const all = [\n${literals.join(',\n')}\n]\n`
        return [path.join(path.dirname(kinds), `manifests-${index}.ts`), source] as const
      }),
    )
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      lib: ['lib.es5.d.ts'],
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    }
    const host = ts.createCompilerHost(options)
    const { fileExists, getSourceFile } = host
    host.fileExists = (name) => sources.has(name) || fileExists(name)
    host.getSourceFile = (name, languageVersion, ...more) => {
      const source = sources.get(name)
      return source === undefined
        ? getSourceFile(name, languageVersion, ...more)
        : ts.createSourceFile(name, source, languageVersion)
    }
    const program = ts.createProgram([...sources.keys()], options, host)
    expect(program.getSemanticDiagnostics(program.getSourceFile(kinds))).toEqual([])
    return [...sources.keys()].map((name) => {
      const file = program.getSourceFile(name)
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
      )
    })
  }

  test('have only fields of their kinds, with values of the right types', () => {
    const faults = [
      ['readinessProbe:', 'readinesProbe:', 'readinesProbe'],
      ['topologyKey:', 'topologyKeys:', 'topologyKeys'],
      ['minAvailable:', 'minAvailabel:', 'minAvailabel'],
      ['pathType:', 'pathTypes:', 'pathType'],
      ['name: http, port: 80,', 'name: http,', 'port'],
      ['replicas: 3', `replicas: '3'`, `Type 'string'`],
      [`METRICS_PORT: '9464'`, 'METRICS_PORT: 9464', `Type 'number'`],
      ['apiVersion: policy/v1\n', 'apiVersion: policy/v1beta1\n', 'policy/v1beta1 PodDisruptionBudget'],
    ] as const
    const [shipped, ...others] = problemsOf([text, ...faults.map(([part, instead]) => broken(text, part, instead))])
    expect(shipped).toEqual([])
    for (const [index, [, instead, named]] of faults.entries())
      expect(others[index]?.join('\n'), instead).toContain(named)
  })
})

describe('the systemd service', () => {
  const text = read('deploy/systemd/viastack.service')
  // Older versions of the program also report the faults of other units on this machine.
  const { error, stdout } = spawnSync('systemd-analyze', ['--help'], { encoding: 'utf8' })
  const isInstalled = error === undefined && stdout.includes('--recursive-errors')

  function verify(unit: string) {
    const file = path.join(folder, 'viastack.service')
    // The program that a unit starts must exist.
    writeFileSync(file, broken(unit, '/usr/bin/node', process.execPath))
    const args = ['verify', '--man=no', '--recursive-errors=no', file]
    const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    return { status, said: stderr }
  }

  test('is valid, and would be refused with an unknown key or value', ({ skip }) => {
    if (!isInstalled) return skip('systemd-analyze 250 or newer is not installed.')
    expect(verify(text)).toEqual({ status: 0, said: '' })
    const unknownKey = verify(broken(text, 'TimeoutStopSec', 'TimeoutStopSecs'))
    expect(unknownKey.status).not.toBe(0)
    expect(unknownKey.said).toContain(`Unknown key 'TimeoutStopSecs'`)
    const unknownValue = verify(broken(text, 'Restart=always', 'Restart=allways'))
    expect(unknownValue.status).not.toBe(0)
    expect(unknownValue.said).toContain('allways')
  })
})
