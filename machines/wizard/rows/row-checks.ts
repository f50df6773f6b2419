import { isImpedance, isSpeed } from './quantities'
import { isOffered, notOffered, type PriceTable } from './interfaces'
import { forcedFields, type PiField, type PiValues, type SiField, type SiValues } from '../request-rules'

/**
 * Messages about invalid values in a row, by field. The wizard and the API use the same rules. Fields that the
 * interface or type fills in are always valid, and empty fields are handled separately.
 */

const mistake = (text: string, what: string, example: string) =>
  `“${text.trim()}” is not ${what}. Enter a number with its unit, such as ${example}.`

/** The first net that is also listed as a ground, which is an error; undefined if there is none. */
function sharedNet(nets: string[], grounds: string[]): string | undefined {
  const ground = new Set(grounds.map((name) => name.trim().toLowerCase()))
  return nets.map((name) => name.trim()).find((name) => name !== '' && ground.has(name.toLowerCase()))
}

/**
 * The messages about invalid values in a signal integrity row, by field. With a price table, an interface that it no
 * longer offers is invalid, too.
 */
export function siMistakes(row: SiValues, prices?: PriceTable): Partial<Record<SiField, string>> {
  const forced = forcedFields(row)
  const found: Partial<Record<SiField, string>> = {}
  if (prices && !isOffered(prices, 'si', row.interface)) {
    found.interface = notOffered('si', row.interface)
  }
  if (!('speed' in forced) && row.speed.trim() !== '' && !isSpeed(row.speed)) {
    found.speed = mistake(row.speed, 'a speed', '1.5 Gbps')
  }
  const signal = sharedNet(row.signal_nets, row.ground_nets)
  const clock = 'clock_signal' in forced ? undefined : sharedNet(row.clock_signal, row.ground_nets)
  if (signal !== undefined)
    found.ground_nets = `${signal} is also a signal net of this row. Remove it from one of the two fields.`
  else if (clock !== undefined) {
    found.ground_nets = `${clock} is also the clock signal of this row. Remove it from one of the two fields.`
  }
  return found
}

/**
 * The messages about invalid values in a power integrity row, by field. With a price table, a type that it no longer
 * offers is invalid, too.
 */
export function piMistakes(row: PiValues, prices?: PriceTable): Partial<Record<PiField, string>> {
  const forced = forcedFields(row)
  const found: Partial<Record<PiField, string>> = {}
  if (prices && !isOffered(prices, 'pi', row.type)) {
    found.type = notOffered('pi', row.type)
  }
  const shared = sharedNet([row.power_net], [row.ground_net])
  if (shared !== undefined) found.ground_net = `${shared} is also the power net of this row. Choose another ground net.`
  if (!('target_impedance' in forced) && row.target_impedance.trim() !== '' && !isImpedance(row.target_impedance)) {
    found.target_impedance = mistake(row.target_impedance, 'an impedance', '50 mOhm')
  }
  return found
}
