import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Reads one of our own small sample files. */
export const sample = (name: string): Uint8Array => {
  const bytes = readFileSync(path.join(import.meta.dirname, 'samples', name))
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export const samples = [
  'kicad5.kicad_pcb',
  'kicad9.kicad_pcb',
  'kicad10.kicad_pcb',
  'board.xml',
  'logical-nets.xml',
  'board.ipc',
  ...[
    'protel.net',
    'telesis.tel',
    'pstxnet.dat',
    'pads.asc',
    'kicad.net',
    'ma.s2p',
    'wrapped.s4p',
    'amplifier.s2p',
    'spot.s1p',
    'version2.touchstone',
  ],
  'wires.txt',
  'nets.csv',
  'stackup.csv',
  'lagenaufbau.csv',
  'stackup.json',
  'buffer.ibs',
  'driver.ibs',
  'receiver.ami',
  'filter.cir',
  'track.gbr',
  'holes.drl',
  'edge.gko',
  'odb.tar',
  'nets.xlsx',
  'set.zip',
  'analyzer.citi',
  'simulator.cti',
  'adapter.cti',
]

/** Reads one of our own boards, whose nets are listed in board-nets.ts. */
export const boardFile = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, 'boards', name)))

/** The folders of third-party files in SAMPLES_DIR, separated by the same character as the folders in PATH. */
const folders = (process.env.SAMPLES_DIR ?? '').split(path.delimiter).filter(Boolean)
const folderOf = (name: string) => folders.find((folder) => existsSync(path.join(folder, name)))

export const hasRealFile = (name: string) => folderOf(name) !== undefined
export const hasRealFiles = hasRealFile('layout')

export function realFile(name: string): Uint8Array {
  const file = path.join(folderOf(name) ?? folders[0] ?? '', name)
  return name.endsWith('.zst') ? execFileSync('zstd', ['-dc', file], { maxBuffer: 1 << 28 }) : readFileSync(file)
}

export const hasZstd = (() => {
  try {
    execFileSync('zstd', ['--version'])
    return true
  } catch {
    return false
  }
})()
