import { expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { Project } from '../../../machines/projects/project-list'
import {
  firstStepsMachine,
  isOpeningSample,
  pricesOf,
  sampleFailureOf,
} from '../../../machines/wizard/first-steps.machine'
import type { PriceTable } from '../../../machines/wizard/rows/interfaces'
import { project } from '../samples'

const settled = () => new Promise((resolve) => setTimeout(resolve))

function start(prices: () => Promise<PriceTable>) {
  const calls: { resolve: (sample: Project) => void; reject: (why: unknown) => void }[] = []
  const opened = vi.fn<(sample: Project) => void>()
  const told: string[] = []
  const actor = createActor(
    firstStepsMachine.provide({
      actors: {
        loadPrices: fromPromise(prices),
        openSample: fromPromise<Project>(() => new Promise((resolve, reject) => calls.push({ resolve, reject }))),
      },
      actions: {
        tellOpening: () => void told.push('opening'),
        tellOpened: (_, sample) => opened(sample),
        tellFailed: () => void told.push('failed'),
      },
    }),
  ).start()
  return { actor, calls, opened, told }
}
const usb: PriceTable = { si: [{ name: 'USB4', unit_price: 4000 }], pi: [] }
const down = () => Promise.reject(new Error('The server is being restarted.'))

test('the prices are those of the API', async () => {
  const { actor } = start(async () => usb)
  expect(pricesOf(actor.getSnapshot())).toBeNull()
  await settled()
  expect(pricesOf(actor.getSnapshot())).toEqual(usb)
})

test('without the API, they are the list prices', async () => {
  const { actor } = start(down)
  await settled()
  // The unit prices of the specification.
  expect(pricesOf(actor.getSnapshot())).toEqual({
    si: [
      { name: 'MIPI-D', unit_price: 2000 },
      { name: 'PCIE-Gen5', unit_price: 3000 },
    ],
    pi: [
      { name: 'PowerAC', unit_price: 1000 },
      { name: 'PowerDC', unit_price: 1000 },
    ],
    turnaround_days: 10,
  })
})

test('the sample is opened once, however often it is requested', async () => {
  const { actor, calls, opened } = start(down)
  for (let click = 0; click < 3; click++) actor.send({ type: 'sample.requested' })
  expect(calls).toHaveLength(1)
  calls[0]?.resolve(project())
  await settled()
  actor.send({ type: 'sample.requested' })
  expect(calls).toHaveLength(1)
  expect(opened).toHaveBeenCalledExactlyOnceWith(project())
})

test('a sample that cannot be opened shows the reason, and can be requested again', async () => {
  const { actor, calls, opened, told } = start(down)
  actor.send({ type: 'sample.requested' })
  expect(told).toEqual(['opening'])
  calls[0]?.reject(new Error('You have 1,000 projects.'))
  await settled()
  expect(sampleFailureOf(actor.getSnapshot())).toBe('You have 1,000 projects.')
  expect(isOpeningSample(actor.getSnapshot())).toBe(false)
  expect(told).toEqual(['opening', 'failed'])
  actor.send({ type: 'sample.requested' })
  expect(sampleFailureOf(actor.getSnapshot())).toBeNull()
  calls[1]?.resolve(project())
  await settled()
  expect(opened).toHaveBeenCalledOnce()
})
