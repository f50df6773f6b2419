import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import { outlineHash } from '../../scripts/machines/outline-hash'
import { type Aim, explore, type GraphPath, type WorldEvent, worldEventsOf } from './model'
import type { PathRecord } from '../../src/inspector/coverage-report'
import type { Material, Situation } from './surface'

/** Either a state that was checked or the event that led to the next state. In a path, the two alternate. */
type WalkedStep = { state: string } | { event: string }

/** The coverage of a machine at one test level, for the report. */
export type Walked = {
  title: string
  level: 'view' | 'browser'
  graphPaths: {
    situation: string
    steps: WalkedStep[]
    failure: string | null
    /** How to repeat a failed path in the visualizer. */
    replay?: PathRecord
    screenshot?: string
    trace?: string
  }[]
  transitions: string[]
  places: string[]
  /** The date of the test. */
  at: string
  /** A hash of the states and transitions that the machine had (outline-hash.ts). */
  outline: string
}

/**
 * Builds the possible events of a snapshot: those with payloads from the test material, and those of actors and delays
 * from the machine's definition.
 */
export function eventsFor<M extends AnyStateMachine>(machine: M, { events, done, failed }: Material<M>) {
  const cases = (event: WorldEvent, snapshot: AnyMachineSnapshot): AnyEventObject[] => {
    if (event.kind === 'after') return [event]
    const given =
      event.kind === 'done' ? done[event.src as keyof typeof done] : failed[event.src as keyof typeof failed]
    if (!given) throw new Error(`The machine waits for ${event.type}, and no case is given for it.`)
    const endings: readonly unknown[] = typeof given === 'function' ? given(snapshot as never) : given
    return endings.map((value) => ({ ...event, [event.kind === 'done' ? 'output' : 'error']: value }))
  }
  const fromWorld = worldEventsOf(machine)
  const isDue = (snapshot: AnyMachineSnapshot, { type }: WorldEvent) =>
    snapshot._nodes.some((node) => node.transitions.has(type))
  return (snapshot: AnyMachineSnapshot): AnyEventObject[] => [
    ...Object.entries(events).flatMap(([type, given]) =>
      (typeof given === 'function'
        ? (given as (it: AnyMachineSnapshot) => object[])(snapshot)
        : (given as object[])
      ).map((payload) => ({ ...payload, type })),
    ),
    ...fromWorld.filter((event) => isDue(snapshot, event)).flatMap((event) => cases(event, snapshot)),
  ]
}

/** A readable form of an event: "checkSession is done". */
export const describeEvent = (event: AnyEventObject) =>
  !isWorldEvent(event)
    ? event.type
    : event.kind === 'after'
      ? `${event.delay} ms pass`
      : `${event.src} ${event.kind === 'done' ? 'is done' : 'fails'}`

/** For each situation, paths that together cover all transitions or states of a machine, except those in `seen`. */
export function pathsOf<M extends AnyStateMachine>(
  machine: M,
  material: Material<M>,
  aim: Aim,
  seen = new Set<string>(),
) {
  const { situations, distinguish } = material
  const events = eventsFor(machine, material)
  return Object.entries(situations).map(([situation, { input, guards = {} }]) => {
    const situated = machine.provide({
      guards: Object.fromEntries(Object.entries(guards).map(([guard, is]) => [guard, () => is])),
    } as never)
    const { graphPaths, start } = explore({
      machine: situated,
      input,
      events,
      distinguish: (context) => (distinguish ? distinguish(context) : context),
    })
    return { situation, start: start.snapshot, graphPaths: graphPaths(seen, aim) }
  })
}

export const describePath = ({ steps }: GraphPath) =>
  steps.map(({ event }) => describeEvent(event)).join(' → ') || 'the beginning'

/**
 * Puts the place where a path failed before the error message, as the first line of the output: the state, or the event
 * that could not be triggered, and the steps up to there.
 */
export function locateFailure(error: unknown, situation: string, steps: readonly WalkedStep[]) {
  if (!(error instanceof Error)) return
  const last = steps.at(-1)
  const place = last === undefined ? 'the start' : 'state' in last ? `state ${last.state}` : `event ${last.event}`
  const path = steps.map((step) => ('state' in step ? step.state : step.event)).join(' → ')
  error.message = `At ${place}, for ${situation}: ${path}\n${error.message}`
}

/** The part of a path up to the failed step, for the visualizer. The number of steps does not include the start. */
export function replayOf<M extends AnyStateMachine>(
  { input, guards = {} }: Situation<M>,
  { steps }: GraphPath,
  count: number,
): PathRecord {
  const done = steps.slice(0, count)
  return {
    ...(input !== undefined && { input }),
    guards,
    events: done.map(({ event }) => ({ ...event, ...('error' in event && { error: errorData(event['error']) }) })),
    transitions: done.at(-1)?.transitions ?? [],
  }
}

/** JSON omits the message of an error. */
const errorData = (error: unknown) =>
  error instanceof Error ? { ...Object.fromEntries(Object.entries(error)), message: error.message } : error

export const isWorldEvent = (event: AnyEventObject): event is WorldEvent & AnyEventObject => 'kind' in event

/** Mutation test runs store their coverage in a separate folder. */
const folder = path.resolve(process.env['MODEL_FOLDER'] ?? 'reports/model', 'walked')

/** Stores the coverage for the report. A machine can have several files with different names. */
export function saveWalked(walked: Omit<Walked, 'at' | 'outline'>, machine: AnyStateMachine, name = 'all') {
  mkdirSync(folder, { recursive: true })
  const file = [slugOf(walked.title), walked.level, slugOf(name), 'json'].join('.')
  const dated: Walked = { ...walked, at: new Date().toISOString(), outline: outlineHash(machine) }
  writeFileSync(path.join(folder, file), JSON.stringify(dated))
}

const walkedFiles = () => (existsSync(folder) ? readdirSync(folder) : [])

const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Walked

/** The stored coverage of all machines. */
export const allWalked = (): Walked[] =>
  walkedFiles().flatMap((file) => {
    try {
      return [read(file)]
    } catch {
      // A run was stopped while it was writing this file.
      return []
    }
  })

/** The stored coverage of a machine at one test level. */
export const walkedOf = (title: string, level: Walked['level']): Walked[] =>
  walkedFiles()
    .filter((file) => file.startsWith(`${slugOf(title)}.${level}.`))
    .map(read)

/** Deletes the stored coverage that a run replaces: of one machine (by file name) or all, at one level or both. */
export function forgetWalked({ machine, level }: { machine?: string | undefined; level?: string | undefined }) {
  const titles = Object.entries(catalogue).flatMap(([title, one]) =>
    machine === undefined || fileNameOf(one) === machine ? slugOf(title) : [],
  )
  for (const file of walkedFiles()) {
    const [title = '', at] = file.split('.')
    const isReplaced = machine === undefined || titles.includes(title)
    if (isReplaced && (level === undefined || level === at)) rmSync(path.join(folder, file))
  }
}

/** The form of a machine's title in URLs, file names and options. */
export const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** The name of a machine's file, and of its tests, without their endings. */
export const fileNameOf = ({ id }: { id: string }) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
