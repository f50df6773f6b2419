import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'

import { type Aim, explore, type Way, type WorldEvent, worldEventsOf } from './model'
import type { Material } from './surface'

/** One after the other: a state in which the person was, and an event that led on. */
type WalkedStep = { state: string } | { event: string }

/** What a level has walked of a machine, for the report. */
export type Walked = {
  title: string
  level: 'view' | 'browser'
  ways: { situation: string; steps: WalkedStep[]; failure: string | null; screenshot?: string; trace?: string }[]
  transitions: string[]
  places: string[]
}

/** Events as the machine takes them, with payloads; those of actors and delays as its definition has them. */
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

/** An event as people read it: "checkSession is done". */
export const wordsFor = (event: AnyEventObject) =>
  !isWorldEvent(event)
    ? event.type
    : event.kind === 'after'
      ? `${event.delay} ms pass`
      : `${event.src} ${event.kind === 'done' ? 'is done' : 'fails'}`

/** The ways through a machine in each of its situations that together walk all of it. */
export function waysOf<M extends AnyStateMachine>(
  machine: M,
  material: Material<M>,
  aim: Aim,
  seen = new Set<string>(),
) {
  const { situations, distinguish } = material
  const events = eventsFor(machine, material)
  return Object.entries(situations).map(([situation, { input, guards = {} }]) => {
    const told = machine.provide({
      guards: Object.fromEntries(Object.entries(guards).map(([guard, is]) => [guard, () => is])),
    } as never)
    const { ways, start } = explore({
      machine: told,
      input,
      events,
      distinguish: (context) => (distinguish ? distinguish(context) : context),
    })
    return { situation, start: start.snapshot, ways: ways(seen, aim) }
  })
}

export const describeWay = ({ steps }: Way) => steps.map(({ event }) => wordsFor(event)).join(' → ') || 'the beginning'

export const isWorldEvent = (event: AnyEventObject): event is WorldEvent & AnyEventObject => 'kind' in event

/** A run that breaks machines on purpose keeps what it walked elsewhere. */
const folder = path.resolve(process.env['MODEL_FOLDER'] ?? 'reports/model', 'walked')

/** Keeps what was walked, for the report; several times for a machine where each has a name. */
export function keepWalked(walked: Walked, name = 'all') {
  mkdirSync(folder, { recursive: true })
  const file = [slugOf(walked.title), walked.level, slugOf(name), 'json'].join('.')
  writeFileSync(path.join(folder, file), JSON.stringify(walked))
}

/** What was kept of a machine at a level. */
export const walkedOf = (title: string, level: Walked['level']): Walked[] =>
  readdirSync(folder)
    .filter((file) => file.startsWith(`${slugOf(title)}.${level}.`))
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Walked)

/** A machine's title as it stands in addresses, file names and options. */
export const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')
