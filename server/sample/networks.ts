/**
 * The networks of the sample report: a PCIe-like channel and a supply, computed from simple circuit models and written
 * as Touchstone files. Values are in SI units.
 */
type Complex = readonly [re: number, im: number]

const add = (a: Complex, b: Complex): Complex => [a[0] + b[0], a[1] + b[1]]
const multiply = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
const divide = (a: Complex, b: Complex): Complex => {
  const size = b[0] * b[0] + b[1] * b[1]
  return [(a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size]
}
const scale = ([re, im]: Complex, factor: number): Complex => [re * factor, im * factor]
const root = ([re, im]: Complex): Complex => {
  const size = Math.hypot(re, im)
  return [Math.sqrt((size + re) / 2), Math.sign(im || 1) * Math.sqrt((size - re) / 2)]
}
const one: Complex = [1, 0]

/** The chain parameters of a two-port. */
type Chain = { a: Complex; b: Complex; c: Complex; d: Complex }

const chained = (parts: Chain[]): Chain =>
  parts.reduce((first, next) => ({
    a: add(multiply(first.a, next.a), multiply(first.b, next.c)),
    b: add(multiply(first.a, next.b), multiply(first.b, next.d)),
    c: add(multiply(first.c, next.a), multiply(first.d, next.c)),
    d: add(multiply(first.c, next.b), multiply(first.d, next.d)),
  }))

const shunt = (admittance: Complex): Chain => ({ a: one, b: [0, 0], c: admittance, d: one })

const LIGHT = 299_792_458

type Material = { impedance: number; permittivity: number; lossTangent: number; skinResistance: number }

/** The propagation constant and the impedance of a line. Its resistance rises with the square root of frequency. */
function lineConstants({ impedance, permittivity, lossTangent, skinResistance }: Material, frequency: number) {
  const w = 2 * Math.PI * frequency
  const perMeter = Math.sqrt(permittivity) / LIGHT
  const skin = skinResistance * Math.sqrt(frequency)
  const series: Complex = [skin, skin + w * impedance * perMeter]
  const parallel: Complex = [(w * lossTangent * perMeter) / impedance, (w * perMeter) / impedance]
  return { propagation: root(multiply(series, parallel)), impedance: root(divide(series, parallel)) }
}

function line(material: Material, length: number, frequency: number): Chain {
  const { propagation, impedance } = lineConstants(material, frequency)
  const [real, angle] = scale(propagation, length)
  const cosh: Complex = [Math.cosh(real) * Math.cos(angle), Math.sinh(real) * Math.sin(angle)]
  const sinh: Complex = [Math.sinh(real) * Math.cos(angle), Math.cosh(real) * Math.sin(angle)]
  return { a: cosh, b: multiply(impedance, sinh), c: divide(sinh, impedance), d: cosh }
}

/** The open end of a via below the layer on which the line leaves it. */
function stub(material: Material, length: number, frequency: number): Chain {
  const { a, c } = line(material, length, frequency)
  return shunt(divide(c, a))
}

/**
 * The S-parameters of a chain for the same reference resistance, in ohms, at both ports. `near` is S11, `far` is S22,
 * and `through` is both S12 and S21.
 */
function scattering({ a, b, c, d }: Chain, resistance: number) {
  const [perOhm, ohms] = [scale(b, 1 / resistance), scale(c, resistance)]
  const sum = add(add(a, perOhm), add(ohms, d))
  const negative = (value: Complex) => scale(value, -1)
  const through = divide([2, 0], sum)
  return {
    near: divide(add(add(a, perOhm), negative(add(ohms, d))), sum),
    far: divide(add(add(d, perOhm), negative(add(ohms, a))), sum),
    through,
  }
}

/**
 * Two coupled lines differ in impedance and speed between the odd and the even mode. The values are factors of the
 * impedance and of the permittivity, which determines the speed.
 */
const modes = { odd: { impedance: 1, speed: 1 }, even: { impedance: 1.12, speed: 1.03 } }

function channelAt(mode: keyof typeof modes, frequency: number) {
  const { impedance, speed } = modes[mode]
  const board = (ohms: number): Material => ({
    impedance: ohms * impedance,
    permittivity: 3.9 * speed,
    lossTangent: 0.009,
    skinResistance: 2.6e-4,
  })
  const via: Material = { ...board(38), skinResistance: 1e-4 }
  return scattering(
    chained([
      line(board(48), 0.027, frequency),
      stub(via, 0.0011, frequency),
      line(via, 0.0016, frequency),
      line(board(44), 0.012, frequency),
      stub(via, 0.0009, frequency),
      line(board(50), 0.13, frequency),
    ]),
    50,
  )
}

const text = (...values: Complex[]) =>
  values.map(([re, im]) => `${re.toExponential(5)} ${im.toExponential(5)}`).join(' ')

/** A differential channel: ports 1 and 2 are the pair at the transmitter, 3 and 4 the pair at the receiver. */
export function sampleChannel(): string {
  const rows: string[] = [
    '! Sample channel from a circuit model: 27 mm of board, a connector, and 142 mm of the host board with two vias',
    '! Port 1: transmitter P. Port 2: transmitter N. Port 3: receiver P. Port 4: receiver N.',
    '# Hz S RI R 50',
  ]
  for (let at = 1; at <= 640; at++) {
    const frequency = at * 50e6
    const [odd, even] = [channelAt('odd', frequency), channelAt('even', frequency)]
    /** The parameters between ends of the same net, and between ends of neighboring nets. */
    const pair = (part: keyof typeof odd) =>
      [scale(add(even[part], odd[part]), 0.5), scale(add(even[part], scale(odd[part], -1)), 0.5)] as const
    const [[near, nearCross], [far, farCross], [through, cross]] = [pair('near'), pair('far'), pair('through')]
    rows.push(
      `${frequency} ${text(near, nearCross, through, cross)}`,
      text(nearCross, near, cross, through),
      text(through, cross, far, farCross),
      text(cross, through, farCross, far),
    )
  }
  return `${rows.join('\n')}\n`
}

type Capacitor = { farads: number; ohms: number; henries: number; count: number }

/** The capacitors of the sample board on +3V3, with the inductance of their vias. */
const capacitors: Capacitor[] = [
  { farads: 6.5e-6, ohms: 10e-3, henries: 0.8e-9, count: 2 },
  { farads: 95e-9, ohms: 40e-3, henries: 0.55e-9, count: 2 },
]
const regulator = { ohms: 8e-3, henries: 9e-9 }
const plane = { farads: 0.31e-9, ohms: 6e-3, henries: 0.03e-9 }

/** The impedance of the sample's supply, measured between two ports (shunt-through). */
export function sampleSupply(): string {
  const rows = ['! Sample supply +3V3 from a circuit model: regulator, capacitors and planes', '# Hz S RI R 50']
  for (let at = 0; at <= 200; at++) {
    const frequency = Number((1e3 * 10 ** (at / 40)).toPrecision(7))
    const w = 2 * Math.PI * frequency
    const branch = (ohms: number, henries: number, farads: number, count = 1): Complex =>
      scale(divide(one, [ohms, w * henries - 1 / (w * farads)]), count)
    const admittance = [
      divide(one, [regulator.ohms, w * regulator.henries]),
      branch(plane.ohms, plane.henries, plane.farads),
      ...capacitors.map(({ ohms, henries, farads, count }) => branch(ohms, henries, farads, count)),
    ].reduce(add)
    const { near, through } = scattering(shunt(admittance), 50)
    const exact = (...values: Complex[]) =>
      values.map(([re, im]) => `${re.toExponential(9)} ${im.toExponential(9)}`).join(' ')
    rows.push(`${frequency} ${exact(near, through, through, near)}`)
  }
  return `${rows.join('\n')}\n`
}
