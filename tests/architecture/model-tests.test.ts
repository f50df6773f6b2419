import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

import { catalogue } from '../../machines/catalogue'
import { fileNameOf } from '../model-based/paths'

/** The machines that are also tested in the running product. */
const toured = [
  'conversation',
  'delivery',
  'project-delete',
  'project-files',
  'route-guard',
  'session',
  'simulation-request',
  'upload-file',
]

const testsIn = (folder: string) =>
  readdirSync(`tests/model-based/${folder}`, { recursive: true }).flatMap((file) => {
    const [, name] = /([^/]*)\.test\.tsx?$/.exec(String(file)) ?? []
    return name === undefined ? [] : [name]
  })

test('every machine is tested against its view, in a file with its name', () => {
  expect(testsIn('surfaces').sort()).toEqual(Object.values(catalogue).map(fileNameOf).sort())
})

test('the machines of the main user journeys are tested in the running product', () => {
  expect(testsIn('browser').sort()).toEqual(toured.toSorted())
})
