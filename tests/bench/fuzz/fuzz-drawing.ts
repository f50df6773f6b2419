/**
 * npm run fuzz:drawing: renders 100,000 mutated Gerber and drill files in a worker with limited memory;
 * `-- --files N --seed N` changes the number and the seed. Fails if the worker crashes, or takes longer than 10 s for a
 * set.
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

import type { RoledFile } from '../../../src/formats/gerber/fabrication'
import type { StrayErrors } from '../../../src/formats/gerber/gerber-renderer'
import type { LayerRole } from '../../../src/formats/gerber/layer-types'
import { encode, mutated, hostileFragments, randomOf } from '../../formats/fuzz'
import { sample } from '../../formats/sample-files'

/** The least memory that browsers give a worker. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }
const timeoutMs = 10_000

const stumbling = [
  ...hostileFragments,
  ...[
    '%SRX9999Y9999I0.1J0.1*%',
    '%AMA*21,1,$1,$2,0*%',
    '%ADD10A,1X2*%',
    '%ADD11P,5X9999*%',
    '%LPC*%',
    'G36*',
    'G37*',
  ].map(encode),
  ...[
    'G75*',
    'D10*',
    'D03*',
    'X99999999999Y9D01*',
    'G02X1Y1I1J1D01*',
    'R9999X0.1Y0.1',
    'T1C999',
    'INCH,TZ',
    'M02*',
  ].map(encode),
]

const names = ['track.gbr', 'holes.drl', 'edge.gko']
const roles: Record<string, LayerRole> = {
  'track.gbr': { type: 'copper', side: 'top' },
  'holes.drl': { type: 'drill', side: 'all' },
  'edge.gko': { type: 'outline', side: 'all' },
}

function* brokenSets(count: number, seed: number): Generator<RoledFile[]> {
  const random = randomOf(seed)
  const sources = names.map((name) => ({ name, bytes: sample(name) }))
  for (let made = 0; made < count; made += 1) {
    yield sources.map(({ name, bytes }, place) => ({
      name,
      folder: '',
      role: roles[name]!,
      text: new TextDecoder().decode(made % names.length === place ? mutated(bytes, random, stumbling) : bytes),
    }))
  }
}

type Outcome = 'drawn' | 'refused' | 'ended' | { crash: string }

/** Workers do not inherit the TypeScript loader, so register it. */
const entry = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(import.meta.url)})))`
const start = () => new Worker(entry, { eval: true, resourceLimits })

async function outcomeOf(worker: Worker, files: RoledFile[]): Promise<Outcome> {
  const stop = new AbortController()
  const { signal } = stop
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    worker.postMessage(files)
    const [outcome] = (await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(([code]) => [{ crash: `the worker ended with ${String(code)}` }]),
    ])) as [Outcome]
    return outcome
  } catch (error) {
    return signal.aborted ? 'ended' : { crash: String(error) }
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

async function main() {
  const { values } = parseArgs({
    options: { files: { type: 'string', default: '100000' }, seed: { type: 'string', default: '2' } },
  })
  const counts = { drawn: 0, refused: 0, ended: 0, crashed: 0 }
  let worker = start()
  let made = 0
  for (const files of brokenSets(Number(values.files), Number(values.seed))) {
    const outcome = await outcomeOf(worker, files)
    counts[typeof outcome === 'string' ? outcome : 'crashed'] += 1
    if (outcome !== 'drawn' && outcome !== 'refused') {
      await worker.terminate()
      worker = start()
      const what = outcome === 'ended' ? `took longer than ${timeoutMs / 1000} s` : outcome.crash
      console.log(`File ${made} of seed ${values.seed} ${what}:\n${files[made % names.length]?.text}`)
    }
    made += 1
    if (made % 10_000 === 0) console.log(`${made} files`)
  }
  await worker.terminate()
  console.log(
    `${made} files: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}.`,
  )
  process.exitCode = counts.crashed + counts.ended > 0 ? 1 : 0
}

async function serve() {
  const { renderFabrication } = await import('../../../src/formats/gerber/gerber-renderer')
  const strays: StrayErrors = (hear) => {
    process.on('uncaughtException', hear)
    return () => process.off('uncaughtException', hear)
  }
  parentPort?.on('message', (files: RoledFile[]) => {
    renderFabrication(files, { strays }).then(
      ({ boards, failures }) => {
        const layers = boards.flatMap((board) => board.layers)
        const outcome: Outcome =
          layers.length + failures.length === files.length
            ? failures.length > 0
              ? 'refused'
              : 'drawn'
            : { crash: 'a file was lost' }
        parentPort?.postMessage(outcome)
      },
      (error: unknown) => parentPort?.postMessage({ crash: String(error) } satisfies Outcome),
    )
  })
}

if (isMainThread) await main()
else await serve()
