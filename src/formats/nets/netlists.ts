import { FormatError, quoted } from '../format-error'
import { type Net, partsOf } from '../net'
import { eachLine } from '../source-text'

/** Collects nets by name, in file order. A repeated pin counts once. */
export class PinCounter {
  readonly #pins = new Map<string, Set<string>>()

  net(name: string): Set<string> {
    const known = this.#pins.get(name)
    if (known) return known
    const pins = new Set<string>()
    this.#pins.set(name, pins)
    return pins
  }

  get nets(): Net[] {
    return [...this.#pins].map(([name, pins]) => ({ name, pins: pins.size, parts: partsOf(pins) }))
  }
}

const closings = new Map([
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
])

/**
 * Reads the netlists of Altium Designer and its predecessors ("Protel" and "Protel 2", .net): components in brackets,
 * rules in braces, nets in parentheses. A net consists of a line with its name and one line per pin, such as `U1-3`.
 */
export function readProtelNetlist(text: string): Net[] {
  const counter = new PinCounter()
  let closing: string | undefined
  let opened = 0
  let pins: Set<string> | null = null
  const wrong = (line: number, expected: string, found: string) =>
    new FormatError('Protel netlist', { line }, expected, found)

  eachLine(text, (raw, number) => {
    const line = raw.trim()
    if (line === '' || line === closing) {
      if (line !== '') closing = undefined
    } else if (closing === undefined) {
      closing = closings.get(line)
      opened = number
      pins = null
      if (closing === undefined && !/^PROTEL NETLIST/i.test(line)) throw wrong(number, '"[" or "("', quoted(line))
    } else if (closing === ')') {
      if (pins === null) pins = counter.net(line)
      else pins.add(line.split(/[\s,]/)[0] ?? line)
    }
    return true
  })
  if (closing !== undefined)
    throw wrong(opened, `"${closing}" to close the section that opens here`, 'the end of the file')
  return counter.nets
}

/**
 * Reads the netlist format that Allegro imports ("Telesis", .tel, .net). After `$NETS` there is one line per net: `GND
 * ; U1.1 U2.3`. A trailing comma continues the net on the next line, and quoted names may contain any character.
 */
export function readTelesisNetlist(text: string): Net[] {
  const counter = new PinCounter()
  let section = ''
  let pins: Set<string> | null = null
  eachLine(text, (raw, number) => {
    const line = raw.trim()
    if (line.startsWith('$')) {
      section = line.toUpperCase()
      pins = null
      return section !== '$END'
    }
    if (section !== '$NETS' || line === '') return true
    let rest = line
    if (pins === null) {
      const net = /^(?:'([^']*)'|"([^"]*)"|([^\s;]+))\s*;/.exec(line)
      if (!net) throw new FormatError('Telesis netlist', { line: number }, 'a net name and ";"', quoted(line))
      pins = counter.net(net[1] ?? net[2] ?? net[3] ?? '')
      rest = line.slice(net[0].length)
    }
    for (const pin of rest.split(/[\s,]+/)) if (pin !== '') pins.add(unquoted(pin))
    if (!rest.endsWith(',')) pins = null
    return true
  })
  if (section === '') throw new FormatError('Telesis netlist', { line: 1 }, '"$PACKAGES" or "$NETS"', 'no section')
  return counter.nets
}

const unquoted = (pin: string) => pin.replaceAll("'", '')

/**
 * Reads the netlists that Cadence schematic tools write for Allegro (pstxnet.dat): `NET_NAME` with the name on the next
 * line, then one `NODE_NAME` line per pin.
 */
export function readAllegroNetlist(text: string): Net[] {
  const counter = new PinCounter()
  let pins: Set<string> | null = null
  let nameFollows = false
  eachLine(text, (raw, number) => {
    const line = raw.trim()
    if (nameFollows) {
      const name = /^'([^']*)'/.exec(line)?.[1]
      if (!name) throw new FormatError('Allegro netlist', { line: number }, "a net name between ' and '", quoted(line))
      pins = counter.net(name)
      nameFollows = false
    } else if (line === 'NET_NAME') nameFollows = true
    else if (line.startsWith('NODE_NAME')) {
      const pin = line.slice('NODE_NAME'.length).trim().split(/\s+/).slice(0, 2).join('.')
      if (!pins) throw new FormatError('Allegro netlist', { line: number }, '"NET_NAME" before a node', quoted(line))
      pins.add(pin)
    }
    return true
  })
  return counter.nets
}

/**
 * Matches a pin such as U1.3. The name of its component contains a letter, unlike a number with a decimal point. The
 * keyword `.REUSE.` is not a pin.
 */
const padsPin = /^(?=[^.]*[A-Za-z_])[^.]+\.[^.]/

/**
 * Matches the coordinate that begins a line about a track. It must be a whole word, because the name of a component can
 * begin with a digit, too.
 */
const padsCoordinate = /^[-+]?[\d.]+(?:\s|$)/

/**
 * Reads PADS ASCII, as a netlist (`*PADS-PCB*`, `*NET*`) or a whole layout (`!PADS-POWERPCB…!`, `*ROUTE*`). A
 * `*SIGNAL*` line names the net, and the words with a dot in the following lines are its pins. In routes, lines that
 * begin with a coordinate describe tracks. Keywords can be in lower case, and their second asterisk can be missing.
 */
export function readPadsNetlist(text: string): Net[] {
  const counter = new PinCounter()
  let pins: Set<string> | null = null
  let areRoutes = false
  eachLine(text, (raw, number) => {
    const line = raw.trim()
    const signal = /^\*SIG(?:NAL)?(?:\*|\s|$)\s*(\S*)/i.exec(line)
    if (signal) {
      const name = signal[1]
      if (!name) throw new FormatError('PADS netlist', { line: number }, 'a net name after *SIGNAL*', 'none')
      pins = counter.net(name)
    } else if (line.startsWith('*')) {
      const keyword = /^\*(\w*)/.exec(line)?.[1]?.toUpperCase()
      if (keyword === 'END') return false
      if (keyword !== 'REMARK') {
        pins = null
        areRoutes = keyword === 'ROUTE'
      }
    } else if (pins && !(areRoutes && padsCoordinate.test(line))) {
      for (const word of line.split(/\s+/)) if (padsPin.test(word)) pins.add(word)
    }
    return true
  })
  return counter.nets
}

/** Removes leading zeros from the number of an alias, because not all tools write them. */
const aliasKey = (name: string) => name.replace(/^NNAME0+(?=\d)/, 'NNAME')

/**
 * Reads IPC-D-356 and 356A, the netlist formats for bare-board testing. Their columns are fixed: the net in columns 4
 * to 17, the component in 21 to 26, its pin in 28 to 31. Names longer than 14 characters are declared with an alias in
 * `P NNAME…` parameter lines. Allegro declares them in comments, as in `C  NNAMEm0001 DDR_CLK_P` for the alias
 * m0001.
 */
export function readIpc356(text: string): Net[] {
  const counter = new PinCounter()
  const longNames = new Map<string, string>()
  let records = 0
  eachLine(text, (line, number) => {
    if (line.startsWith('999')) return false
    const alias = /^P\s+NNAME\s*(\d+)\s+(.*)$/.exec(line)
    if (alias) longNames.set(aliasKey(`NNAME${alias[1]}`), (alias[2] ?? '').trim())
    const [, short, long] = /^C\s+NNAME(m\d+)\s+(\S+)\s*$/.exec(line) ?? []
    if (short !== undefined && long !== undefined) longNames.set(short, long)
    if (!/^3\d7/.test(line)) {
      if (!/^(?:[CPcp]|0\d\d|3\d\d|\s*$)/.test(line)) {
        throw new FormatError('IPC-D-356 netlist', { line: number }, 'a "C", "P" or "3nn" record', quoted(line))
      }
      return true
    }
    records++
    const name = line.slice(3, 17).trim()
    const component = line.slice(20, 26).trim()
    if (name === '' || name === 'N/C') return true
    const pins = counter.net(longNames.get(aliasKey(name)) ?? name)
    if (component !== '' && component.toUpperCase() !== 'VIA') pins.add(`${component}.${line.slice(27, 31).trim()}`)
    return true
  })
  if (records === 0) throw new FormatError('IPC-D-356 netlist', { line: 1 }, 'test records ("317", "327")', 'none')
  return counter.nets
}
