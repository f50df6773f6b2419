import { expect, test, vi } from 'vitest'

import type { ProductApi } from '../../../src/api/product'
import { earlyList } from '../../../src/app/early-list'
import { project } from '../../model/samples'

const uma = { uid: 'u1', uname: 'uma', uemail: null }
const tom = { uid: 'u2', uname: 'tom', uemail: null }
const signal = () => new AbortController().signal

const countingList = () => {
  let calls = 0
  return vi.fn<ProductApi['listProjects']>(async () => [project({ id: `p${(calls += 1)}` })])
}

test('the early response is returned once to the same user', async () => {
  const list = countingList()
  const early = earlyList(list)
  early.request(uma)
  expect(await early.listProjects(uma, signal())).toMatchObject([{ id: 'p1' }])
  expect(list).toHaveBeenCalledTimes(1)
  expect(await early.listProjects(uma, signal())).toMatchObject([{ id: 'p2' }])
})

test('another user gets their own response', async () => {
  const list = countingList()
  const early = earlyList(list)
  early.request(uma)
  expect(await early.listProjects(tom, signal())).toMatchObject([{ id: 'p2' }])
  expect(list.mock.calls.map(([user]) => user)).toEqual([uma, tom])
})

test('the early response is dropped when its user is gone, and its request is aborted', async () => {
  const list = countingList()
  const early = earlyList(list)
  early.request(uma)
  early.cancel()
  expect(list.mock.calls[0]?.[1].aborted).toBe(true)
  expect(await early.listProjects(uma, signal())).toMatchObject([{ id: 'p2' }])
})

test('a failed early request fails the first call, and the next call tries again', async () => {
  const list = countingList()
  list.mockRejectedValueOnce(new Error('The API is down.'))
  const early = earlyList(list)
  early.request(uma)
  await expect(early.listProjects(uma, signal())).rejects.toThrow('The API is down.')
  expect(await early.listProjects(uma, signal())).toMatchObject([{ id: 'p1' }])
})

test('aborting the call that got the early response aborts its request', async () => {
  const list = countingList()
  const early = earlyList(list)
  early.request(uma)
  const stop = new AbortController()
  await early.listProjects(uma, stop.signal)
  stop.abort()
  expect(list.mock.calls[0]?.[1].aborted).toBe(true)
})
