import type { Box } from '../../formats/board/board-box'
import { counted } from '../../formats/counted'
import type { BoardComparison } from './board-comparison'
import { type FootprintChange, turnOf } from './footprint-changes'
import type { NetChange, Tally } from './net-changes'
import type { OutlineChange } from './outline-change'

/** An entry in the list of differences between two boards. */
export interface Entry {
  id: string
  group: EntryGroup
  name: string
  detail: string
  box: Box | null
  /** The nets to highlight, by their names on either board. */
  nets: string[]
}

export type EntryGroup =
  | (typeof netGroups)[NetChange['kind']]
  | (typeof footprintGroups)[FootprintChange['kind']]
  | 'Outline'

const netGroups = {
  added: 'Nets added',
  removed: 'Nets removed',
  renamed: 'Nets renamed',
  changed: 'Nets changed',
  refilled: 'Zones filled differently',
} as const

const footprintGroups = {
  added: 'Footprints added',
  removed: 'Footprints removed',
  moved: 'Footprints moved',
  changed: 'Footprints changed',
} as const

/** The maximum number of pins to list. More would hide the other differences of a net. */
const namedPins = 4

/**
 * The differences between the nets, footprints and outlines of two boards as a list, in which each entry has its own
 * id.
 */
export function entriesOf({ nets, footprints, outline }: BoardComparison): Entry[] {
  const used = new Map<string, number>()
  const withId = (entry: Omit<Entry, 'id'>): Entry => {
    const id = `${entry.group} ${entry.name}`
    const count = (used.get(id) ?? 0) + 1
    used.set(id, count)
    return { id: count === 1 ? id : `${id} ${count}`, ...entry }
  }
  return [...nets.map(netEntry), ...footprints.map(footprintEntry), ...(outline ? [outlineEntry(outline)] : [])].map(
    withId,
  )
}

function netEntry(net: NetChange): Omit<Entry, 'id'> {
  const { kind, before, after, box } = net
  const names = [before, after].flatMap((name) => name || [])
  return {
    group: netGroups[kind],
    name: kind === 'renamed' ? `${before} → ${after}` : (after ?? before) || 'Copper without a net',
    detail: kind === 'added' || kind === 'removed' ? contentText(net) : changeText(net),
    box,
    nets: [...new Set(names)],
  }
}

const mm = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The numbers of pins, tracks and vias of a net that only one of the boards has, and its length, as text. */
function contentText({ kind, tracks, vias, length, pins }: NetChange): string {
  const side = kind === 'added' ? 'after' : 'before'
  return [
    counted(pins[side], 'pin'),
    counted(tracks[side], 'track'),
    counted(vias[side], 'via'),
    `${mm(length[side])} mm`,
  ].join(' · ')
}

function changeText({ tracks, vias, areas, length, pins }: NetChange): string {
  return [
    ...tallyText('tracks', tracks),
    ...tallyText('vias', vias),
    ...tallyText('zones', areas),
    ...(mm(length.before) === mm(length.after) ? [] : [`length ${mm(length.before)} → ${mm(length.after)} mm`]),
    ...pinText('connected to', pins.added),
    ...pinText('disconnected from', pins.removed),
  ].join(' · ')
}

const tallyText = (name: string, { added, removed }: Tally) =>
  added + removed === 0
    ? []
    : [`${name} ${[...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(' ')}`]

function pinText(words: string, pins: string[]): string[] {
  if (pins.length === 0) return []
  const others = pins.length - namedPins
  return [`${words} ${pins.slice(0, namedPins).join(', ')}${others > 0 ? ` and ${others} more` : ''}`]
}

function footprintEntry({ kind, before, after, distance, hasOtherPads, box }: FootprintChange): Omit<Entry, 'id'> {
  const shown = after ?? before
  const details = [
    ...(before && after && distance > 0 ? [`by ${mm(distance)} mm`] : []),
    ...(before && after && turnOf(before) !== turnOf(after)
      ? [`rotation ${degrees(before.rotation)} → ${degrees(after.rotation)}`]
      : []),
    ...(before && after && before.side !== after.side ? [`to the ${after.side} side`] : []),
    ...(before && after && before.value !== after.value
      ? [`value ${before.value || 'none'} → ${after.value || 'none'}`]
      : []),
    ...(before && after && before.library !== after.library
      ? [`footprint ${before.library || 'none'} → ${after.library || 'none'}`]
      : []),
    ...(hasOtherPads ? ['different pads'] : []),
    ...(before && after ? [] : [shown?.value ?? '']),
  ]
  return {
    group: footprintGroups[kind],
    name: shown?.reference || 'Without a reference',
    detail: details.filter((part) => part !== '').join(' · '),
    box,
    nets: [],
  }
}

const degrees = (value: number) => `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}°`

function outlineEntry({ before, after, box }: OutlineChange): Omit<Entry, 'id'> {
  const text = (size: { width: number; height: number } | null) =>
    size ? `${mm(size.width)} × ${mm(size.height)} mm` : 'none'
  const isSame = text(before) === text(after)
  return {
    group: 'Outline',
    name: 'Outline',
    detail: isSame ? `${text(after)}, with a different shape` : `${text(before)} → ${text(after)}`,
    box,
    nets: [],
  }
}
