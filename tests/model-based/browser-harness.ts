import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page, Route } from '@playwright/test'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate'

import { expect, test } from '../e2e/fixtures'
import type { TestStack } from '../support/stack'
import { activeStatesOf, restingStates, type GraphPath, type WorldEvent } from './model'
import type { Material, PlaceOf, SourceOf } from './surface'
import { unreachableInBrowser } from './unreachable'
import {
  describeEvent,
  describePath,
  isWorldEvent,
  locateFailure,
  pathsOf,
  replayOf,
  saveWalked,
  slugOf,
  type Walked,
  walkedOf,
} from './paths'

/**
 * Tests a machine in the running product. The calls of its actors are held until the path determines their outcome:
 * successful ones continue to the real server, failing ones get an error response.
 */

/** The HTTP call that an actor of the machine makes. */
export type Call = { method: string; address: RegExp }

/** What a path through the running product can do in addition to user actions. */
export type TourDriver = {
  page: Page
  stack: TestStack
  situation: string
  signIn: (username: string) => Promise<void>
  /** Holds the machine's calls from now on. It must run before the machine starts. */
  hold: () => Promise<void>
  /** Resolves to the next call of this actor, held until the test continues, fulfills or aborts it. */
  next: (source: string) => Promise<Route>
  /** From now on, aborts every call of this actor that uploads the given file. */
  lose: (source: string, fileName: string) => Promise<void>
}

export type Tour<M extends AnyStateMachine> = Material<M> & {
  /** Brings the page to the machine's initial state. */
  arrange: (driver: TourDriver) => Promise<void>
  /** The call of each actor; null for an actor that makes none. */
  calls: { [Source in SourceOf<M>]: Call | null }
  /** Ends a delay, or an actor that makes no call or ends specially. Resolves to whether it handled the event. */
  end?: (event: WorldEvent & AnyEventObject, driver: TourDriver, held: Route | null) => Promise<boolean>
  states: { [Place in PlaceOf<M>]: (page: Page, snapshot: SnapshotFrom<M>) => Promise<void> }
  perform: {
    [Type in EventFromLogic<M>['type']]: (
      event: Extract<EventFromLogic<M>, { type: Type }>,
      driver: TourDriver,
    ) => Promise<void>
  }
}

/** Fails a call with an error in the API's problem format. */
export const refuse = (route: Route, status: number, message: string) =>
  route.fulfill({ status, contentType: 'application/problem+json', json: { status, title: 'Refused', message } })

/** Holds the calls of a machine's actors until they are taken. */
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

/** Whether the call starts the upload of this file. */
const carries = (route: Route, fileName: string) =>
  (route.request().headers()['upload-metadata'] ?? '').includes(Buffer.from(fileName).toString('base64'))

/**
 * Tests a machine against the running product: the tours reach every state except those in `unreachableInBrowser`, and
 * each state that they reach is checked.
 */
export function testTour<M extends AnyStateMachine>(title: string, machine: M, ...tours: Tour<M>[]) {
  const seen = new Set<string>()
  const all = tours.flatMap((it) => pathsOf<M>(machine, it, 'states', seen).map((found) => ({ ...found, it })))

  test.describe(title, () => {
    for (const { it, situation, start, graphPaths } of all) {
      for (const [index, way] of graphPaths.entries()) {
        test(`${situation} ${index + 1}: ${describePath(way)}`, async ({ page, stack, signIn }, testInfo) => {
          const record: Walked['graphPaths'][number] = { situation, steps: [], failure: null }
          const places = new Set<string>()
          const transitions: string[] = []
          let held: Awaited<ReturnType<typeof holdCalls>> | null = null
          const driver: TourDriver = {
            page,
            stack,
            situation,
            signIn: (username) => signIn(username),
            hold: async () => {
              held = await holdCalls(page, it.calls)
            },
            next: async (source) => {
              if (!held) throw new Error('No requests are held yet.')
              return held.next(source)
            },
            lose: async (source, fileName) => held?.lose(source, fileName),
          }
          const check = async (snapshot: AnyMachineSnapshot) => {
            record.steps.push({ state: activeStatesOf(snapshot).join(', ') })
            for (const place of activeStatesOf(snapshot)) {
              await test.step(`sees ${place}`, () =>
                it.states[place as keyof typeof it.states](page, snapshot as SnapshotFrom<M>))
              places.add(place)
            }
          }
          const end = async (event: WorldEvent & AnyEventObject) => {
            const isCall = event.kind !== 'after' && it.calls[event.src as keyof typeof it.calls] !== null
            const call = (isCall && (await held?.next(event.src))) || null
            if (await it.end?.(event, driver, call)) return
            if (!call) throw new Error(`The tour does not say how it comes that ${describeEvent(event)}.`)
            const { status = 500, message = '' } = (event['error'] ?? {}) as { status?: number; message?: string }
            if (event.kind === 'done') await call.continue()
            else await refuse(call, status, message)
          }
          const perform = async ({ event }: GraphPath['steps'][number]) => {
            record.steps.push({ event: describeEvent(event) })
            await test.step(describeEvent(event), () =>
              isWorldEvent(event)
                ? end(event)
                : it.perform[event.type as keyof typeof it.perform](event as never, driver),
            )
          }
          try {
            await it.arrange(driver)
            await check(start)
            for (const step of way.steps) {
              await perform(step)
              transitions.push(...step.transitions)
              await check(step.state)
            }
          } catch (error) {
            const folder = path.resolve('reports/model/failures')
            mkdirSync(folder, { recursive: true })
            record.screenshot = `failures/${slugOf(title)}-${situation.replaceAll(' ', '-')}-${index + 1}.png`
            await page.screenshot({ path: path.join('reports/model', record.screenshot) }).catch(() => undefined)
            record.failure = String(error)
            const performed = record.steps.filter((step) => 'event' in step).length
            record.replay = replayOf(it.situations[situation] ?? {}, way, performed)
            if (testInfo.project.use.trace !== 'off') {
              record.trace = path.relative('reports/model', testInfo.outputPath('trace.zip'))
            }
            locateFailure(error, situation, record.steps)
            throw error
          } finally {
            // Save each path separately, because a worker that is restarted after a failure loses its memory.
            saveWalked(
              { title, level: 'browser', graphPaths: [record], transitions, places: [...places] },
              machine,
              `${situation} ${index + 1}`,
            )
            await page.context().unrouteAll({ behavior: 'ignoreErrors' })
          }
        })
      }
    }

    test('every state is reached', () => {
      const exceptions = Object.keys(unreachableInBrowser[title] ?? {})
      const there = restingStates(machine)
      const places = new Set(walkedOf(title, 'browser').flatMap((one) => one.places))
      expect(there.filter((place) => !places.has(place) && !exceptions.includes(place))).toEqual([])
      expect(exceptions.filter((place) => places.has(place) || !there.includes(place))).toEqual([])
    })
  })
}
