import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import {
  activityKindName,
  activityKinds,
  activitySentence,
  isActivityKind,
} from '../../../machines/activity/activity-sentence'
import { activityEntry } from './samples'

const textOf = (...fields: Parameters<typeof activityEntry>) => {
  const { who, lead, subject, tail } = activitySentence(activityEntry(...fields))
  return `${who ?? 'nobody'} | ${lead}${subject}${tail}`
}

test.each([
  [{}, 'Uma Serrano | uploaded board.kicad_pcb'],
  [{ person: null }, 'nobody | board.kicad_pcb was uploaded'],
  [
    { kind: 'file type changed', before: 'other', after: 'layout' },
    'Uma Serrano | changed the type of board.kicad_pcb from other to layout',
  ],
  [
    { kind: 'member added', subject: 'Ada Vance', after: 'project_manager' },
    'Uma Serrano | added Ada Vance as project manager',
  ],
  [
    { kind: 'project renamed', subject: 'Carrier', before: 'Old', after: 'Carrier' },
    'Uma Serrano | renamed the project from Old to Carrier',
  ],
  [{ kind: 'project changed', after: 'notes, type' }, 'Uma Serrano | changed project details: notes, type'],
  [{ kind: 'project privacy changed', after: 'not private' }, 'Uma Serrano | made the project not private'],
  [{ kind: 'request ordered', after: '$2,000' }, 'Uma Serrano | ordered a simulation of board.kicad_pcb for $2,000'],
  [{ kind: 'request paid', person: null }, 'nobody | The simulation of board.kicad_pcb was paid for'],
  [
    { kind: 'request disputed', person: null, after: 'open' },
    'nobody | The dispute about the payment for the simulation of board.kicad_pcb is open',
  ],
  [
    { kind: 'request disputed', person: null, after: 'won' },
    'nobody | The dispute about the payment for the simulation of board.kicad_pcb is resolved in our favor',
  ],
  [
    { kind: 'request disputed', person: null, after: 'lost' },
    'nobody | The dispute about the payment for the simulation of board.kicad_pcb is resolved in the customer’s favor',
  ],
  [
    { kind: 'file type changed', before: 'won', after: 'lost' },
    'Uma Serrano | changed the type of board.kicad_pcb from won to lost',
  ],
  [{ kind: 'file deleted', person: null }, 'nobody | The system deleted board.kicad_pcb'],
  [{ kind: 'comment written' }, 'Uma Serrano | comment written: board.kicad_pcb'],
])('an entry %o says "%s"', (fields, said) => {
  expect(textOf(fields)).toBe(said)
})

test('names with patterns and placeholders are shown as they are', () => {
  const odd = { subject: '{after} $& {subject}', before: '{subject} $1', after: '$2' }
  expect(textOf({ kind: 'file deleted', ...odd })).toBe('Uma Serrano | deleted {after} $& {subject}')
  expect(textOf({ kind: 'project renamed', ...odd })).toBe(
    'Uma Serrano | renamed the project from {subject} $1 to {after} $& {subject}',
  )
})

test('the filter offers every kind of the contract, and no other', () => {
  const contract = parse(readFileSync('openapi/product.yaml', 'utf8')) as {
    components: { schemas: { ActivityKind: { enum: string[] } } }
  }
  expect(activityKinds.toSorted()).toEqual(contract.components.schemas.ActivityKind.enum.toSorted())
  expect(isActivityKind('toString')).toBe(false)
  expect(activityKindName('request cancelled')).toBe('Request canceled')
})
