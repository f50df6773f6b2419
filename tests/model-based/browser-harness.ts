import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page, Route } from '@playwright/test'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate'

import { expect, test } from '../e2e/fixtures'
import type { TestStack } from '../support/stack'
import { placesIn, restingPlaces, type Way, type WorldEvent } from './model'
import type { Material, PlaceOf, SourceOf } from './surface'
import { unreachableInBrowser } from './unreachable'
import { describeWay, isWorldEvent, keepWalked, slugOf, type Walked, walkedOf, waysOf, wordsFor } from './paths'

/**
 * A machine in the running product: the calls that its actors make are held until the way says how they end. What is
 * done goes on to the real server; what fails is answered in its place.
 */

/** A call of the page, by which an actor of the machine works. */
export type Call = { method: string; address: RegExp }

/** What a way through the running product may do besides what a person can. */
export type Road = {
  page: Page
  stack: TestStack
  situation: string
  signIn: (username: string) => Promise<void>
  /** From here on the machine's calls wait. Called before what starts the machine. */
  hold: () => Promise<void>
  /** From now on the connection breaks under each call of an actor that carries this file. */
  lose: (source: string, fileName: string) => Promise<void>
}

export type Tour<M extends AnyStateMachine> = Material<M> & {
  /** Brings the page to where the machine begins. */
  arrange: (road: Road) => Promise<void>
  /** Null for an actor that works without a call. */
  calls: { [Source in SourceOf<M>]: Call | null }
  /** How an actor ends that works without a call, or ends in a way of its own. True when that was it. */
  end?: (event: WorldEvent & AnyEventObject, road: Road, held: Route | null) => Promise<boolean>
  states: { [Place in PlaceOf<M>]: (page: Page, snapshot: SnapshotFrom<M>) => Promise<void> }
  perform: {
    [Type in EventFromLogic<M>['type']]: (
      event: Extract<EventFromLogic<M>, { type: Type }>,
      road: Road,
    ) => Promise<void>
  }
}

/** Refuses a call in the API's own form. */
export const refuse = (route: Route, status: number, message: string) =>
  route.fulfill({ status, contentType: 'application/problem+json', json: { status, title: 'Refused', message } })

/** The calls of a machine's actors, each held until it is asked for. */
async function holdCalls(page: Page, calls: Record<string, Call | null>) {
  const waiting = new Map<string, Route[]>()
  const wanted = new Map<string, (route: Route) => void>()
  const lost: ((src: string, route: Route) => boolean)[] = []
  const arrive = async (src: string, route: Route) => {
    const want = wanted.get(src)
    if (lost.some((isLost) => isLost(src, route))) await route.abort()
    else if (want) {
      wanted.delete(src)
      want(route)
    } else waiting.set(src, [...(waiting.get(src) ?? []), route])
  }
  for (const [src, call] of Object.entries(calls)) {
    if (!call) continue
    await page.context().route(call.address, async (route) => {
      if (route.request().method() === call.method) await arrive(src, route)
      else await route.fallback()
    })
  }
  return {
    next: (src: string): Promise<Route> => {
      const route = waiting.get(src)?.shift()
      return route ? Promise.resolve(route) : new Promise((resolve) => wanted.set(src, resolve))
    },
    lose: async (src: string, fileName: string) => {
      lost.push((from, route) => from === src && carries(route, fileName))
      const held = waiting.get(src) ?? []
      waiting.set(src, [])
      for (const route of held) await arrive(src, route)
    },
  }
}

/** Whether the call begins the upload of this file. */
const carries = (route: Route, fileName: string) =>
  (route.request().headers()['upload-metadata'] ?? '').includes(Buffer.from(fileName).toString('base64'))

/** The tests of a machine against the running product: every state reached on one of the tours, and looked at. */
export function testTour<M extends AnyStateMachine>(title: string, machine: M, ...tours: Tour<M>[]) {
  const seen = new Set<string>()
  const all = tours.flatMap((it) => waysOf<M>(machine, it, 'states', seen).map((found) => ({ ...found, it })))

  test.describe(title, () => {
    for (const { it, situation, start, ways } of all) {
      for (const [index, way] of ways.entries()) {
        test(`${situation} ${index + 1}: ${describeWay(way)}`, async ({ page, stack, signIn }, testInfo) => {
          const record: Walked['ways'][number] = { situation, steps: [], failure: null }
          const places = new Set<string>()
          const transitions: string[] = []
          let held: Awaited<ReturnType<typeof holdCalls>> | null = null
          const road: Road = {
            page,
            stack,
            situation,
            signIn: (username) => signIn(username),
            hold: async () => {
              held = await holdCalls(page, it.calls)
            },
            lose: async (source, fileName) => held?.lose(source, fileName),
          }
          const look = async (snapshot: AnyMachineSnapshot) => {
            record.steps.push({ state: placesIn(snapshot).join(', ') })
            for (const place of placesIn(snapshot)) {
              await test.step(`sees ${place}`, () =>
                it.states[place as keyof typeof it.states](page, snapshot as SnapshotFrom<M>))
              places.add(place)
            }
          }
          const end = async (event: WorldEvent & AnyEventObject) => {
            const isCall = event.kind !== 'after' && it.calls[event.src as keyof typeof it.calls] !== null
            const call = (isCall && (await held?.next(event.src))) || null
            if (await it.end?.(event, road, call)) return
            if (!call) throw new Error(`The tour does not say how it comes that ${wordsFor(event)}.`)
            const { status = 500, message = '' } = (event['error'] ?? {}) as { status?: number; message?: string }
            if (event.kind === 'done') await call.continue()
            else await refuse(call, status, message)
          }
          const perform = async ({ event }: Way['steps'][number]) => {
            record.steps.push({ event: wordsFor(event) })
            await test.step(wordsFor(event), () =>
              isWorldEvent(event)
                ? end(event)
                : it.perform[event.type as keyof typeof it.perform](event as never, road),
            )
          }
          try {
            await it.arrange(road)
            await look(start)
            for (const step of way.steps) {
              await perform(step)
              transitions.push(...step.transitions)
              await look(step.state)
            }
          } catch (error) {
            const folder = path.resolve('reports/model/failures')
            mkdirSync(folder, { recursive: true })
            record.screenshot = `failures/${slugOf(title)}-${situation.replaceAll(' ', '-')}-${index + 1}.png`
            await page.screenshot({ path: path.join('reports/model', record.screenshot) }).catch(() => undefined)
            record.failure = String(error)
            record.trace = path.relative('reports/model', testInfo.outputPath('trace.zip'))
            throw error
          } finally {
            // By way, since a runner that goes on after a failure remembers nothing.
            keepWalked(
              { title, level: 'browser', ways: [record], transitions, places: [...places] },
              `${situation} ${index + 1}`,
            )
            await page.context().unrouteAll({ behavior: 'ignoreErrors' })
          }
        })
      }
    }

    test('every state was reached', () => {
      const exceptions = Object.keys(unreachableInBrowser[title] ?? {})
      const there = restingPlaces(machine)
      const places = new Set(walkedOf(title, 'browser').flatMap((one) => one.places))
      expect(there.filter((place) => !places.has(place) && !exceptions.includes(place))).toEqual([])
      expect(exceptions.filter((place) => places.has(place) || !there.includes(place))).toEqual([])
    })
  })
}
