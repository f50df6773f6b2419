import { complexText } from '../../lib/complex-text'
import { listed } from '../../lib/listed'
import { engineeringText } from '../engineering-number'

/** How a network is used, where this differs from its file. Null stands for the file's own value. */
export type NetworkForm = {
  /** The ports in a different order: the port listed first becomes port 1. */
  order: number[] | null
  /** The reference resistance of all ports, in ohms. */
  reference: number | null
  /** The number of frequencies at equal steps, starting at 0 Hz; `file` for the steps of the file. */
  points: number | 'file' | null
}

/** The order of a network's ports, and their reference. */
export type PortForm = Pick<NetworkForm, 'order' | 'reference'>

export const asInFile: NetworkForm = { order: null, reference: null, points: null }

/** The largest reference in ohms, and the largest number of frequencies, that can be entered. */
export const maxReference = 1e6
export const maxPoints = 20_001

/** Parses the order of a network's ports, such as `1 3 2 4`. Empty text stands for the order in the file. */
export function portOrderIn(text: string, ports: number): { order: number[] | null } | { problem: string } {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  if (parts.length === 0) return { order: null }
  const order = parts.map(Number)
  const wrong = parts.find((_, at) => !isPort(order[at] ?? 0, ports))
  if (wrong !== undefined) return { problem: `${wrong} is not one of the ports 1 to ${ports}.` }
  const twice = order.find((port, at) => order.indexOf(port) < at)
  if (twice !== undefined) return { problem: `Port ${twice} is listed twice.` }
  const all = Array.from({ length: ports }, (_, index) => index + 1)
  const missing = all.filter((port) => !order.includes(port))
  if (missing.length === 1) return { problem: `Port ${missing[0]} is missing.` }
  if (missing.length > 0) return { problem: `Ports ${listed(missing.map(String))} are missing.` }
  return { order }
}

/** The form, without its port order if that is the order in the file. */
export const withoutFileOrder = (form: NetworkForm): NetworkForm =>
  form.order?.every((port, at) => port === at + 1) ? { ...form, order: null } : form

const isPort = (port: number, ports: number) => Number.isInteger(port) && port >= 1 && port <= ports

/** Parses a reference in ohms. Empty text stands for the reference in the file. */
export function referenceIn(text: string): { reference: number | null } | { problem: string } {
  if (text.trim() === '') return { reference: null }
  const reference = Number(text)
  return isReference(reference)
    ? { reference }
    : { problem: `Enter a resistance above 0 Ω, up to ${maxReference.toLocaleString('en-US')} Ω.` }
}

const isReference = (value: number) => value > 0 && value <= maxReference

/** Parses a number of frequencies. */
export function pointsIn(text: string): { points: number } | { problem: string } {
  const points = Number(text)
  return isPoints(points)
    ? { points }
    : { problem: `Enter a whole number of frequencies, from 2 to ${maxPoints.toLocaleString('en-US')}.` }
}

const isPoints = (value: number) => Number.isInteger(value) && value >= 2 && value <= maxPoints

/** Describes a form: `ports in the order 1 3 2 4 · renormalized to 85 Ω`. Empty if the network is as in its file. */
export const formText = ({ order, reference, points }: NetworkForm): string =>
  [
    ...(order ? [`ports in the order ${order.join(' ')}`] : []),
    ...(reference === null ? [] : [`renormalized to ${engineeringText(reference, 'Ω', 6)}`]),
    ...(points === null
      ? []
      : [points === 'file' ? 'extended to 0 Hz' : `${points.toLocaleString('en-US')} frequencies from 0 Hz`]),
  ].join(' · ')

/** The part of a file name that describes a network's form. Empty if the network is as in its file. */
export const formFileName = ({ order, reference, points }: NetworkForm): string =>
  [
    ...(order ? ['ports'] : []),
    ...(reference === null ? [] : [`${reference}-ohm`]),
    ...(points === null ? [] : [points === 'file' ? 'from-0-hz' : `${points}-points`]),
  ].join('-')

type Part = [name: string, value: string]

/** The parts of a form in an address, such as `ports*1.3.2.4`. Values taken from the file are omitted. */
export function formParts({ order, reference, points }: NetworkForm): Part[] {
  const parts: Part[] = []
  if (order) parts.push(['ports', order.join('.')])
  if (reference !== null) parts.push(['ohms', String(reference)])
  if (points !== null) parts.push(['points', String(points)])
  return parts
}

/** The form in an address. Whether it fits the network is not known until the network has been read. */
export function formIn(valueOf: (name: string) => string | undefined): NetworkForm {
  const order = valueOf('ports')?.split('.').map(Number) ?? []
  const reference = Number(valueOf('ohms') || Number.NaN)
  const points = valueOf('points')
  const isOrder = order.length > 1 && new Set(order).size === order.length && order.every((one) => isPort(one, 999))
  return {
    order: isOrder ? order : null,
    reference: isReference(reference) ? reference : null,
    points: points === 'file' ? 'file' : isPoints(Number(points)) ? Number(points) : null,
  }
}

/** The impedance of each port, in ohms. */
export type Impedances = { re: number; im: number }[]

export const realImpedances = (resistances: number[]): Impedances => resistances.map((re) => ({ re, im: 0 }))

/** The first few distinct port impedances, because every port can have a different one: `50, 75 Ω`. */
export function impedancesText(impedances: Impedances): string {
  const distinct = [...new Set(impedances.map(({ re, im }) => complexText(re, im)))]
  const shown = distinct.slice(0, 4).join(', ')
  return `${shown}${distinct.length > 4 ? ' …' : ''} Ω`
}
