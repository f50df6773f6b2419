/**
 * npm run fuzz:readers: reads 100,000 broken files with each reader in src/formats, in a worker with limited memory; `--
 * --files N --seed N --reader NAME` changes the number and the seed, or runs one reader. Of an archive, one of its files
 * or the archive itself is broken. Prints the results and, after all readers, updates its part of docs/performance.md.
 * Fails if a reader crashes, exceeds the memory limit, or takes longer than 10 s of CPU time for one file.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { unzipSync, zipSync } from 'fflate'

import { boardNetFacts } from '../../../src/analysis/board/board-net-facts'
import { unpackedFile } from '../../../src/formats/archive/unpacked-file'
import { readBoard } from '../../../src/formats/boards'
import { readCiti } from '../../../src/formats/citi/citi'
import { FormatError } from '../../../src/formats/format-error'
import { boardSets } from '../../../src/formats/gerber/board-sets'
import { fabricationFiles } from '../../../src/formats/gerber/fabrication'
import { readIpc2581 } from '../../../src/formats/ipc2581/ipc2581'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'
import { readKicadBoardNets } from '../../../src/formats/kicad/kicad-nets'
import { readMarkdown } from '../../../src/formats/markdown/markdown'
import { readAmi } from '../../../src/formats/models/ami'
import { readIbisModels } from '../../../src/formats/models/ibis'
import { readSpiceSummary } from '../../../src/formats/models/spice'
import { networksIn } from '../../../src/formats/network-set'
import { groupNets } from '../../../src/formats/nets/net-groups'
import { readNets } from '../../../src/formats/nets/nets'
import { OdbFiles } from '../../../src/formats/odb/odb-archive'
import { readOdb } from '../../../src/formats/odb/odb'
import { toText } from '../../../src/formats/source-text'
import { readStackup } from '../../../src/formats/stackup/stackups'
import { readWorkbook } from '../../../src/formats/workbook/workbook'
import { mutated, operations, randomOf, readNetwork } from '../../formats/fuzz'
import { sample, samples as sampleNames } from '../../formats/sample-files'
import { tarOf, zstandardOf } from '../../support/packed-files'
import { table, writeSection } from '../report'

type Source = { name: string; bytes: Uint8Array }
type Reader = { sources: () => Source[]; read: (source: Source) => unknown }

const limits = { cpuSeconds: 10, memoryMb: 512 }

const samples = (...names: string[]) => names.map((name) => ({ name, bytes: sample(name) }))
const corpus = (...names: string[]) =>
  names.map((name) => ({
    name,
    bytes: new Uint8Array(readFileSync(path.join(import.meta.dirname, '../../formats', name))),
  }))

/** The ODB++ sample as a zip, so that its files can be broken. */
function odbZip(): Source {
  const files = new OdbFiles(sample('odb.tar'))
  const names = ['matrix/matrix', 'steps/pcb/eda/data', 'steps/pcb/profile', 'steps/pcb/stephdr']
  const layers = ['top', 'bot', 'smt', 'drill', 'comp_+_top', 'comp_+_bot'].flatMap((layer) =>
    ['features', 'components', 'attrlist', 'tools'].map((file) => `steps/pcb/layers/${layer}/${file}`),
  )
  const found = [...names, ...layers].flatMap((name) => {
    const text = files.text(name)
    return text === null ? [] : [[`job/${name}`, new TextEncoder().encode(text)] as const]
  })
  return { name: 'job.zip', bytes: zipSync(Object.fromEntries(found), { level: 0 }) }
}

/** An ODB++ job whose nets are in the netlist and in attributes, one of its files compressed. */
function odbNetlistZip(): Source {
  const netlist = 'UNITS=MM\n$0 $NONE$\n$1 VCC\n$2 CORE\n1 0 5 5 T 1 1 e c\n2 0.3 20 10 B e e v\n2 0 25 5 T 1 1 e c\n'
  const design =
    "#@0 .net_type\n#@1 VOLTAGE\n#&0 POWER\nUNITS=MM\nLYR top bot\nNET VCC ;0=1;ID=1\nPRP VOLTAGE '1.2 V'\nFID C 0 2\nNET B ;1=0\n"
  const list = 'UNITS=MM\n.copper_weight=1\n.layer_dielectric=0.2\n.dielectric_constant=4.2\n.loss_tangent=0.02\n'
  const files = new OdbFiles(sample('odb.tar'))
  const kept = ['matrix/matrix', 'steps/pcb/layers/top/features', 'steps/pcb/layers/comp_+_top/components']
  const texts = {
    ...Object.fromEntries(kept.map((name) => [name, files.text(name) ?? ''])),
    'misc/info': 'UNITS=MM\n',
    'misc/sysattr': 'OPTION {\n NAME=.net_type\n OPTIONS=signal;power;ground\n}\n',
    'steps/pcb/eda/data': design,
    ...Object.fromEntries(['top', 'd1', 'bot'].map((layer) => [`steps/pcb/layers/${layer}/attrlist`, list])),
  }
  const zipped = {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [`job/${name}`, new TextEncoder().encode(text)])),
    'job/steps/pcb/netlists/cadnet/netlist.gz': new Uint8Array(gzipSync(netlist)),
  }
  return { name: 'netlist.zip', bytes: zipSync(zipped, { level: 0 }) }
}

const networkZip = (): Source => ({
  name: 'networks.zip',
  bytes: zipSync({ 'a.s2p': sample('ma.s2p'), 'b.citi': sample('analyzer.citi') }, { level: 0 }),
})

const markdown = [
  '# Notes\n\n- *one* **two** `three`\n  1. [link](https://example.com "title") ![picture](a.png)\n',
  '> quote <https://example.com>\n\n| a | b |\n|---|:-:|\n| 1 | ~~2~~ |\n\n```kicad\n(net 1)\n```\n\n***\n',
].join('\n')

/** Performs every operation, and throws the first error that is not a FormatError. */
function readAnyFormat({ name, bytes }: Source): void {
  for (const [operation, read] of operations) {
    try {
      read(name, bytes)
    } catch (error) {
      if (!(error instanceof FormatError)) throw new Error(`${operation}: ${String(error)}`, { cause: error })
    }
  }
}

const kicadBoards = ['kicad5.kicad_pcb', 'kicad9.kicad_pcb', 'kicad10.kicad_pcb']

const readers: Record<string, Reader> = {
  Touchstone: {
    sources: () => samples('ma.s2p', 'wrapped.s4p', 'amplifier.s2p', 'spot.s1p', 'version2.touchstone'),
    read: ({ name, bytes }) => readNetwork(name, bytes),
  },
  'KiCad boards': {
    sources: () => [...samples(...kicadBoards), ...corpus('boards/kicad-controller.kicad_pcb')],
    read: ({ bytes }) => readKicadBoard(bytes),
  },
  'nets of KiCad boards': {
    sources: () => samples(...kicadBoards),
    read: ({ bytes }) => readKicadBoardNets(bytes),
  },
  'IPC-2581': {
    sources: () => [
      ...samples('board.xml', 'logical-nets.xml'),
      ...corpus('corpus/ipc2581/altium-b.cvg', 'corpus/ipc2581/cadence-a.xml', 'corpus/ipc2581/mentor-b.txt'),
    ],
    read: ({ bytes }) => readIpc2581(bytes),
  },
  'ODB++': { sources: () => [odbZip(), odbNetlistZip(), ...samples('odb.tar')], read: ({ bytes }) => readOdb(bytes) },
  'Gerber sets': {
    sources: () => samples('set.zip', 'track.gbr', 'edge.gko', 'holes.drl'),
    read: ({ name, bytes }) => boardSets(fabricationFiles(name, bytes)),
  },
  'facts of nets': {
    sources: () => samples(...kicadBoards, 'board.xml', 'odb.tar'),
    read: ({ name, bytes }) => {
      const read = readBoard(name, bytes)
      if (read) boardNetFacts(read.board)
    },
  },
  IBIS: { sources: () => samples('buffer.ibs', 'driver.ibs'), read: ({ bytes }) => readIbisModels(toText(bytes)) },
  AMI: { sources: () => samples('receiver.ami'), read: ({ bytes }) => readAmi(toText(bytes)) },
  SPICE: { sources: () => samples('filter.cir'), read: ({ bytes }) => readSpiceSummary(toText(bytes)) },
  CITI: {
    sources: () => samples('analyzer.citi', 'simulator.cti', 'adapter.cti'),
    read: ({ bytes }) => readCiti(bytes),
  },
  'networks in an archive': {
    sources: () => [
      networkZip(),
      { name: 'networks.tgz', bytes: new Uint8Array(gzipSync(tarOf('a.s2p', sample('ma.s2p')))) },
    ],
    read: ({ bytes }) => networksIn(new Blob([bytes.slice()])),
  },
  archives: {
    sources: () => {
      const table = sample('nets.csv')
      return [
        { name: 'nets.csv.gz', bytes: new Uint8Array(gzipSync(table)) },
        { name: 'nets.csv.zst', bytes: zstandardOf(table) },
        { name: 'nets.tar', bytes: tarOf('nets.csv', table) },
        { name: 'nets.zip', bytes: zipSync({ 'nets.csv': table }) },
      ]
    },
    read: ({ name, bytes }) => unpackedFile({ name, content: new Blob([bytes.slice()]) }),
  },
  Markdown: {
    sources: () => [{ name: 'notes.md', bytes: new TextEncoder().encode(markdown) }],
    read: ({ bytes }) => readMarkdown(toText(bytes)),
  },
  workbooks: { sources: () => samples('nets.xlsx'), read: ({ bytes }) => readWorkbook(bytes) },
  stackups: {
    sources: () => samples('lagenaufbau.csv', 'stackup.csv', 'stackup.json', 'nets.xlsx'),
    read: ({ name, bytes }) => readStackup(name, bytes),
  },
  'net lists': {
    sources: () => [
      ...samples('wires.txt', 'nets.csv', 'board.ipc', 'telesis.tel', 'pstxnet.dat', 'pads.asc', 'kicad.net'),
      ...samples('protel.net'),
    ],
    read: ({ name, bytes }) => {
      const found = readNets(name, bytes)
      if ('nets' in found) groupNets(found.nets)
    },
  },
  'all readers, each with every sample': {
    sources: () =>
      samples(...sampleNames).flatMap(({ name, bytes }) => [
        { name, bytes },
        { name: 'upload', bytes },
      ]),
    read: readAnyFormat,
  },
}

/** Breaks a file, or one of the files in an archive. */
function broken({ name, bytes }: Source, random: () => number): Source {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (!isZip || random() < 0.2) return { name, bytes: mutated(bytes, random) }
  const files = unzipSync(bytes)
  const names = Object.keys(files)
  const chosen = names[Math.floor(random() * names.length)] ?? ''
  const changed = { ...files, [chosen]: mutated(files[chosen] ?? new Uint8Array(), random) }
  return { name, bytes: zipSync(changed, { level: 0 }) }
}

type Task = { reader: string; files: number; seed: number; current: Int32Array }
type Result = { read: number; refused: number; crashes: string[]; slowestMs: number }

const secondsOfCpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function work({ reader, files, seed, current }: Task): Promise<Result> {
  const { sources, read } = readers[reader]!
  const all = sources()
  const random = randomOf(seed)
  const result: Result = { read: 0, refused: 0, crashes: [], slowestMs: 0 }
  for (let file = 0; file < files; file++) {
    Atomics.store(current, 0, file)
    const source = broken(all[file % all.length]!, random)
    const before = secondsOfCpu()
    try {
      await read(source)
      result.read++
    } catch (error) {
      if (error instanceof FormatError) result.refused++
      else result.crashes.push(`${reader}, file ${file} of seed ${seed}: ${String(error)}`)
    }
    result.slowestMs = Math.max(result.slowestMs, 1000 * (secondsOfCpu() - before))
  }
  return result
}

/** Workers do not inherit the TypeScript loader, so register it. */
const entry = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(import.meta.url)})))`

/** Runs one reader. Time is CPU time, because the process may have to wait on a busy computer. */
function fuzzReader(reader: string, files: number, seed: number): Promise<Result | string> {
  const current = new Int32Array(new SharedArrayBuffer(4))
  const workerTask: Task = { reader, files, seed, current }
  const resourceLimits = { maxOldGenerationSizeMb: limits.memoryMb }
  const worker = new Worker(entry, { eval: true, resourceLimits, workerData: workerTask })
  return new Promise((resolve) => {
    let [file, since] = [-1, secondsOfCpu()]
    const watch = setInterval(() => {
      const now = Atomics.load(current, 0)
      if (now !== file) [file, since] = [now, secondsOfCpu()]
      else if (secondsOfCpu() - since > limits.cpuSeconds) end(`file ${file} of seed ${seed} took longer than 10 s`)
    }, 1000)
    const end = (result: Result | string) => {
      clearInterval(watch)
      worker.terminate().then(() => resolve(result), console.error)
    }
    worker.once('message', end)
    worker.once('error', (error) => end(`file ${Atomics.load(current, 0)} of seed ${seed}: ${String(error)}`))
  })
}

async function main() {
  const { values } = parseArgs({
    options: {
      files: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '2' },
      reader: { type: 'string' },
    },
  })
  const files = Number(values.files)
  const rows: string[][] = []
  for (const reader of values.reader ? [values.reader] : Object.keys(readers)) {
    const result = await fuzzReader(reader, files, Number(values.seed))
    if (typeof result === 'string' || result.crashes.length > 0) process.exitCode = 1
    if (typeof result === 'string') {
      console.log(`${reader}: ended: ${result}`)
      rows.push([reader, `ended: ${result}`, '', '', '', ''])
    } else {
      const { read, refused, crashes, slowestMs } = result
      for (const crash of crashes.slice(0, 20)) console.log(crash)
      const counts = [files, read, refused, crashes.length].map((count) => count.toLocaleString('en-US'))
      rows.push([reader, ...counts, `${(slowestMs / 1000).toFixed(2)} s`])
      console.log(rows.at(-1)?.join(' | '))
    }
  }
  if (values.reader) return
  await writeSection(`# Readers with broken files

Generated by \`npm run fuzz:readers\` on ${new Date().toISOString().slice(0, 10)} with seed ${values.seed}. Each reader runs in a worker whose heap has at most
${limits.memoryMb} MB, and takes at most ${limits.cpuSeconds} s of CPU time for a file. It must read every file or refuse it with a reason. In the last
row, all readers get each file, which counts as read if each of them read or refused it.

${table(['reader', 'broken files', 'read', 'refused', 'crashes', 'slowest file, CPU time'], rows)}
`)
}

if (isMainThread) await main()
else parentPort?.postMessage(await work(workerData as Task))
