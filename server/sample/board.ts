/**
 * The sample layout: a four-layer camera board of 40 by 24 mm in KiCad's format. A connector on the left is connected
 * to a receiver on the right by a MIPI camera link with two lanes and by a PCI Express lane. +3V3 is a plane on In2.Cu;
 * GND is on In1.Cu and B.Cu. Lengths are in mm.
 */
const WIDTH = 40
const HEIGHT = 24
const CORNER = 2
const PITCH = 0.5
const ORIGIN = { x: 100, y: 80 }

/** The pairs from top to bottom. The pairs of an interface have the same length. */
const cameraPairs = ['CSI_D0', 'CSI_CLK', 'CSI_D1'] as const
const expressPairs = ['PCIE_RX0', 'PCIE_REFCLK', 'PCIE_TX0'] as const
type Pair = (typeof cameraPairs | typeof expressPairs)[number]
type Net = '' | 'GND' | '+3V3' | `${Pair}_${'P' | 'N'}` | 'SDA' | 'SCL'
type Point = { x: number; y: number }

const netsOf = (pair: Pair): Net[] => [`${pair}_P`, `${pair}_N`]
const pairs = [...cameraPairs, ...expressPairs]
const nets: Net[] = ['', 'GND', '+3V3', ...pairs.flatMap(netsOf), 'SDA', 'SCL']

/** The nets of the pins of J1 and, mirrored, of U1. Each pair has ground on both sides. */
const pins: Net[] = [
  ...(['+3V3', '+3V3'] as const),
  ...pairs.flatMap((pair): Net[] => ['GND', ...netsOf(pair)]),
  ...(['GND', 'SDA', 'SCL', 'GND', '+3V3'] as const),
]
const connectorX = 4
const receiverX = 31
const topPinY = HEIGHT / 2 - ((pins.length - 1) * PITCH) / 2
const pinY = (pin: number) => topPinY + pin * PITCH

const number = (value: number) => String(Math.round(value * 1e4) / 1e4)
const at = ({ x, y }: Point) => `${number(ORIGIN.x + x)} ${number(ORIGIN.y + y)}`
const netOf = (net: Net) => `(net ${nets.indexOf(net)} "${net}")`
const netNumber = (net: Net) => `(net ${nets.indexOf(net)})`

/** Returns the content of the sample file, which is always the same. */
export function sampleBoard(): string {
  return `(kicad_pcb (version 20221018) (generator "sample")

  (general (thickness 1.6))
  (paper "A4")
  (title_block (title "Camera link sample") (rev "1"))
  (layers
    (0 "F.Cu" signal) (1 "In1.Cu" power) (2 "In2.Cu" power) (31 "B.Cu" signal)
    (36 "B.SilkS" user) (37 "F.SilkS" user) (38 "B.Mask" user) (39 "F.Mask" user) (44 "Edge.Cuts" user)
  )
  (setup
    (stackup
      (layer "F.Mask" (type "Top Solder Mask") (thickness 0.01))
      (layer "F.Cu" (type "copper") (thickness 0.035))
      (layer "dielectric 1" (type "prepreg") (thickness 0.11) (material "FR4 2116") (epsilon_r 4.16) (loss_tangent 0.02))
      (layer "In1.Cu" (type "copper") (thickness 0.0175))
      (layer "dielectric 2" (type "core") (thickness 1.25) (material "FR4") (epsilon_r 4.45) (loss_tangent 0.02))
      (layer "In2.Cu" (type "copper") (thickness 0.0175))
      (layer "dielectric 3" (type "prepreg") (thickness 0.11) (material "FR4 2116") (epsilon_r 4.16) (loss_tangent 0.02))
      (layer "B.Cu" (type "copper") (thickness 0.035))
      (layer "B.Mask" (type "Bottom Solder Mask") (thickness 0.01))
      (copper_finish "ENIG")
    )
  )
${lines(nets.map((net, index) => `(net ${index} "${net}")`))}

${lines([...footprints(), ...outline(), ...labels(), ...signals(), ...power(), ...planes()])}
)
`
}

const lines = (parts: string[]) => parts.map((part) => `  ${part}`).join('\n')

function footprints(): string[] {
  const column = (x: number) => pins.map((net, pin) => ({ name: String(pin + 1), net, x, y: pinY(pin) }))
  const center = { x: receiverX + 3, y: HEIGHT / 2 }
  const ground = { name: String(pins.length + 1), net: 'GND' as const, ...center, width: 3, height: 3 }
  const capacitor = (x: number, y: number) => [
    { name: '1', net: '+3V3' as const, x, y, width: 0.7, height: 0.8 },
    { name: '2', net: 'GND' as const, x: x + 1, y, width: 0.7, height: 0.8 },
  ]
  return [
    footprint('J1', 'Camera', { x: connectorX, y: HEIGHT / 2 }, column(connectorX), 7.2),
    footprint('U1', 'Receiver', { x: receiverX + 2, y: HEIGHT / 2 }, [...column(receiverX), ground], 7.2),
    footprint('C1', '100n', { x: 28.5, y: 4 }, capacitor(28, 4)),
    footprint('C2', '100n', { x: 36.5, y: 4 }, capacitor(36, 4)),
    footprint('C3', '10u', { x: 28.5, y: 20 }, capacitor(28, 20)),
    footprint('C4', '10u', { x: 7.5, y: 4 }, capacitor(7, 4)),
  ]
}

type Pad = Point & { name: string; net: Net; width?: number; height?: number }

/** The two text items are `distance` above and below the center. */
function footprint(reference: string, value: string, center: Point, pads: Pad[], distance = 1.4): string {
  const text = (kind: string, content: string, dy: number) =>
    `(fp_text ${kind} "${content}" (at 0 ${dy}) (layer "F.SilkS") (effects (font (size 0.8 0.8) (thickness 0.12))))`
  const padTexts = pads.map(
    ({ name, net, x, y, width = 0.8, height = 0.28 }) =>
      `(pad "${name}" smd rect (at ${number(x - center.x)} ${number(y - center.y)}) (size ${width} ${height}) ` +
      `(layers "F.Cu" "F.Mask") ${netOf(net)})`,
  )
  const parts = [text('reference', reference, -distance), text('value', value, distance), ...padTexts]
  return `(footprint "sample:${value}" (layer "F.Cu") (at ${at(center)})\n    ${parts.join('\n    ')}\n  )`
}

function outline(): string[] {
  const style = '(stroke (width 0.1) (type solid)) (layer "Edge.Cuts")'
  const line = (start: Point, end: Point) => `(gr_line (start ${at(start)}) (end ${at(end)}) ${style})`
  const bend = CORNER * (1 - Math.SQRT1_2)
  const arc = (start: Point, mid: Point, end: Point) =>
    `(gr_arc (start ${at(start)}) (mid ${at(mid)}) (end ${at(end)}) ${style})`
  const [right, bottom] = [WIDTH - CORNER, HEIGHT - CORNER]
  return [
    line({ x: CORNER, y: 0 }, { x: right, y: 0 }),
    arc({ x: right, y: 0 }, { x: WIDTH - bend, y: bend }, { x: WIDTH, y: CORNER }),
    line({ x: WIDTH, y: CORNER }, { x: WIDTH, y: bottom }),
    arc({ x: WIDTH, y: bottom }, { x: WIDTH - bend, y: HEIGHT - bend }, { x: right, y: HEIGHT }),
    line({ x: right, y: HEIGHT }, { x: CORNER, y: HEIGHT }),
    arc({ x: CORNER, y: HEIGHT }, { x: bend, y: HEIGHT - bend }, { x: 0, y: bottom }),
    line({ x: 0, y: bottom }, { x: 0, y: CORNER }),
    arc({ x: 0, y: CORNER }, { x: bend, y: bend }, { x: CORNER, y: 0 }),
  ]
}

const labels = () => [
  `(gr_text "CAMERA LINK" (at ${at({ x: WIDTH / 2, y: 22 })}) (layer "F.SilkS") (effects (font (size 1 1) (thickness 0.15))))`,
]

const segment = (start: Point, end: Point, net: Net, width: number) =>
  `(segment (start ${at(start)}) (end ${at(end)}) (width ${width}) (layer "F.Cu") ${netNumber(net)})`
const via = (where: Point, net: Net) =>
  `(via (at ${at(where)}) (size 0.35) (drill 0.15) (layers "F.Cu" "B.Cu") ${netNumber(net)})`

/** The trace width in mm, for a differential impedance of 100 ohms in the camera link and 85 ohms in PCI Express. */
const widthOf = (net: Net) => (net.startsWith('PCIE') ? 0.22 : 0.17)

/** The traces of each pair run in parallel. The camera link bends up, all others down. */
function signals(): string[] {
  const reach = 1
  return pins.flatMap((net, pin) => {
    if (net === 'GND' || net === '+3V3') return []
    const y = pinY(pin)
    const shifted = y + (net.startsWith('CSI') ? -reach : reach)
    const points = [
      { x: connectorX, y },
      { x: 8, y },
      { x: 8 + reach, y: shifted },
      { x: 27 - reach, y: shifted },
      { x: 27, y },
      { x: receiverX, y },
    ]
    return points.slice(1).map((end, index) => segment(points[index] ?? end, end, net, widthOf(net)))
  })
}

/**
 * Ground and supply pins connect to their planes through vias next to the pads. Ground vias line the top and bottom
 * edges.
 */
function power(): string[] {
  const drops = pins.flatMap((net, pin) => {
    if (net !== 'GND' && net !== '+3V3') return []
    const y = pinY(pin)
    return [connectorX - 1.2, receiverX + 1].flatMap((x) => {
      const pad = x < WIDTH / 2 ? connectorX : receiverX
      return [segment({ x: pad, y }, { x, y }, net, 0.2), via({ x, y }, net)]
    })
  })
  const capacitors = [
    { x: 28, y: 4 },
    { x: 36, y: 4 },
    { x: 28, y: 20 },
    { x: 7, y: 4 },
  ].flatMap(({ x, y }) => [
    segment({ x, y }, { x: x - 0.9, y }, '+3V3', 0.3),
    via({ x: x - 0.9, y }, '+3V3'),
    segment({ x: x + 1, y }, { x: x + 1.9, y }, 'GND', 0.3),
    via({ x: x + 1.9, y }, 'GND'),
  ])
  const fence = Array.from({ length: 12 }, (_, index) => 3 + index * 3).flatMap((x) => [
    via({ x, y: 1.2 }, 'GND'),
    via({ x, y: HEIGHT - 1.2 }, 'GND'),
  ])
  return [...drops, ...capacitors, ...fence]
}

function planes(): string[] {
  const inset = 0.4
  const [right, bottom] = [WIDTH - inset, HEIGHT - inset]
  const corners: Point[] = [
    { x: CORNER, y: inset },
    { x: WIDTH - CORNER, y: inset },
    { x: right, y: CORNER },
    { x: right, y: HEIGHT - CORNER },
    { x: WIDTH - CORNER, y: bottom },
    { x: CORNER, y: bottom },
    { x: inset, y: HEIGHT - CORNER },
    { x: inset, y: CORNER },
  ]
  const points = `(pts ${corners.map((corner) => `(xy ${at(corner)})`).join(' ')})`
  const plane = (net: Net, layer: string) =>
    `(zone ${netNumber(net)} (net_name "${net}") (layer "${layer}") (hatch edge 0.5) (connect_pads (clearance 0.2)) ` +
    `(min_thickness 0.15) (fill yes (thermal_gap 0.2) (thermal_bridge_width 0.25)) ` +
    `(polygon ${points}) (filled_polygon (layer "${layer}") ${points}))`
  return [plane('GND', 'In1.Cu'), plane('+3V3', 'In2.Cu'), plane('GND', 'B.Cu')]
}
