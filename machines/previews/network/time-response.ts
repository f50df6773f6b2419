import { engineeringText } from '../engineering-number'

export type TimeQuantity = 'step' | 'impulse'

/** The response at a port when a step or an impulse enters the same or another port. */
export type TimeResponse = {
  quantity: TimeQuantity
  from: number
  to: number
  /** In seconds. */
  times: Float64Array
  /** Step: as a fraction of the incident step. Impulse: per second, for an impulse with an area of 1. */
  values: Float64Array
  /** The value at which the step response settles. */
  final: number
  /**
   * The time at which the step response reaches half of its final value, and its 10–90% rise time, in seconds. Null if
   * the response is mainly a pulse, as reflections and crosstalk usually are.
   */
  edge: { arrival: number; rise: number } | null
}

/** The values that a table and an axis show: the step response unchanged, and the impulse response per nanosecond. */
export const valuesOfResponse = ({ quantity, values }: TimeResponse) =>
  quantity === 'step' ? values : values.map((value) => value / 1e9)

export const responseLabel = ({ quantity }: TimeResponse) =>
  quantity === 'step' ? 'Step response' : 'Impulse response (1/ns)'

/**
 * The part of a file name that describes a response, such as `step-2-1`: the quantity, the receiving port and the
 * source port.
 */
export const responseFileName = ({ quantity, to, from }: TimeResponse) => `${quantity}-${to}-${from}`

/** A value of a response as text. */
export const responseText = ({ quantity }: TimeResponse, value: number) =>
  quantity === 'step' ? value.toFixed(4) : `${value.toPrecision(4)} per ns`

/**
 * Describes the delay and the rise time of a transmitted step or, for other responses, the largest value and its time.
 */
export function summaryOfResponse(response: TimeResponse): string {
  const { quantity, from, to, times, edge, final } = response
  if (quantity === 'step' && edge && to !== from) {
    const arrival = `reaches half of its final value at port ${to} after ${engineeringText(edge.arrival, 's')}`
    return `A step into port ${from} ${arrival}, rises from 10 to 90% in ${engineeringText(edge.rise, 's')}, and settles at ${final.toFixed(3)} of the incident step.`
  }
  const values = valuesOfResponse(response)
  let at = 0
  values.forEach((value, index) => {
    if (Math.abs(value) > Math.abs(values[at] ?? 0)) at = index
  })
  const largest = values[at] ?? 0
  const value = quantity === 'step' ? `${largest.toFixed(4)} of the incident step` : responseText(response, largest)
  return `The response at port ${to} to ${quantity === 'step' ? 'a step' : 'an impulse'} into port ${from} is largest after ${engineeringText(times[at] ?? 0, 's')}: ${value}.`
}

/** The range that contains all values and 0, with a margin. */
export function responseAxis(values: Float64Array): [low: number, high: number] {
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [0, 0])
  const margin = 0.05 * (high - low || 1)
  return [low - margin, high + margin]
}
