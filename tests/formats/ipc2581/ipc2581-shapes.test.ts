import { describe, expect, test } from 'vitest'

import type { Board } from '../../../src/formats/board/board'
import { boxOf } from '../../../src/formats/board/board-box'
import { contourOfShape } from '../../../src/formats/board/contours'
import { centerLineOf } from '../../../src/formats/board/slot-contour'
import { readIpc2581 } from '../../../src/formats/ipc2581/ipc2581'
import { thermalAreas } from '../../../src/formats/ipc2581/ipc2581-thermal'

/** A board of two copper layers. The set is on the top layer. */
const read = (set: string, { dictionaries = '', layers = '', more = '' } = {}) =>
  readIpc2581(
    new TextEncoder().encode(`<IPC-2581 revision="C"><Content roleRef="Owner">${dictionaries}</Content>
      <Ecad><CadHeader units="MILLIMETER"/><CadData>
      <Layer name="TOP" layerFunction="CONDUCTOR"/><Layer name="BOTTOM" layerFunction="CONDUCTOR"/>${layers}
      <Step name="pcb"><LayerFeature layerRef="TOP"><Set net="A">${set}</Set></LayerFeature>${more}</Step>
      </CadData></Ecad></IPC-2581>`),
  )
/** A pad whose shape is that of a padstack. */
const padOf = (padStack: string) => `<Pad padstackDefRef="${padStack}"><Location x="0" y="0"/></Pad>`
const padStackDef = (name: string, shape: string, layer = 'TOP') =>
  `<PadStackDef name="${name}"><PadstackPadDef layerRef="${layer}" padUse="REGULAR">${shape}</PadstackPadDef></PadStackDef>`
const features = (shape: string, place = '') => `<Features>${place}${shape}</Features>`
const drawn = (shape: string) => read(features(shape))

/** How often the fills of a board wind around a point, which is given as in the file, with y pointing up. */
function windings({ fills: { points, starts } }: Board, x: number, y: number): number {
  let count = 0
  starts.forEach((start, path) => {
    const end = starts[path + 1] ?? start
    for (let at = start; at < end; at++) {
      const next = at + 1 === end ? start : at + 1
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [at, at, next, next].map((point, part) => points[2 * point + (part % 2)])
      const [above, below] = [-y1 > y, -y2 > y]
      if (above === below || x1 + ((-y - y1) / (y2 - y1)) * (x2 - x1) < x) continue
      count += above ? 1 : -1
    }
  })
  return count
}
const isFilled = (board: Board, [x = 0, y = 0]: number[]) => windings(board, x, y) !== 0

/** A contour of 279 circles with a radius of 1 km, each of which has 360 points. */
const curves = `<Contour><Polygon><PolyBegin x="0" y="0"/>${'<PolyStepCurve x="0" y="0" centerX="1000000" centerY="0" clockwise="true"/>'.repeat(279)}</Polygon></Contour>`

const octagonFlat = Math.cos(Math.PI / 8)

/** For each shape, points that are filled and points that are not, computed by hand from its attributes. */
const cases: [string, { filled: number[][]; empty: number[][] }][] = [
  [
    '<Donut shape="ROUND" outerDiameter="10" innerDiameter="6"/>',
    {
      filled: [
        [4, 0],
        [0, -4.9],
        [2.8, 2.8],
      ],
      empty: [
        [0, 0],
        [2.9, 0],
        [5.1, 0],
        [3.6, 3.6],
      ],
    },
  ],
  [
    '<Donut shape="SQUARE" outerDiameter="10" innerDiameter="6"/>',
    {
      filled: [
        [4.9, 4.9],
        [-3.1, 0],
      ],
      empty: [
        [2.9, 2.9],
        [5.1, 0],
      ],
    },
  ],
  [
    // Corner to corner, with a corner at the top, so the sides are at 22.5 degrees from the axes.
    '<Donut shape="OCTAGON" outerDiameter="10" innerDiameter="6"/>',
    {
      filled: [
        [0, 4.9],
        [4.9, 0],
        [4.9 * octagonFlat * Math.cos(Math.PI / 8), 4.9 * octagonFlat * Math.sin(Math.PI / 8)],
      ],
      empty: [
        [0, 2.9],
        [0, 5.1],
        [4.9 * Math.cos(Math.PI / 8), 4.9 * Math.sin(Math.PI / 8)],
      ],
    },
  ],
  [
    '<Donut shape="HEXAGON" outerDiameter="10" innerDiameter="6"/>',
    {
      filled: [
        [0, 4.9],
        [4.2, 0],
      ],
      empty: [
        [0, 2.9],
        [4.4, 0],
        [2.5, 0],
      ],
    },
  ],
  [
    // Four spokes of 2 mm along the axes are cut out of the ring.
    '<Thermal shape="ROUND" outerDiameter="10" innerDiameter="6" spokeCount="4" gap="2" spokeStartAngle="0"/>',
    {
      filled: [
        [2.8, 2.8],
        [-2.8, 2.8],
        [2.8, -2.8],
        [3.9, 1.1],
      ],
      empty: [
        [4, 0],
        [0, 4],
        [-4, 0.9],
        [0.9, -4],
        [0, 0],
      ],
    },
  ],
  [
    // The first of three spokes points up.
    '<Thermal shape="ROUND" outerDiameter="10" innerDiameter="6" spokeCount="3" spokeWidth="1" spokeStartAngle="90"/>',
    {
      filled: [
        [0, -4],
        [0.6, 4],
        [3.4, 2],
        [-3.4, 2],
      ],
      empty: [
        [0, 4],
        [3.4, -2],
        [-3.4, -2],
        [0, 2.9],
      ],
    },
  ],
  [
    '<Thermal shape="SQUARE" outerDiameter="10" innerDiameter="6" spokeCount="2" gap="1" spokeStartAngle="0"/>',
    {
      filled: [
        [0, 4],
        [4.9, 4.9],
        [4, 0.6],
      ],
      empty: [
        [4, 0.4],
        [-4, -0.4],
        [0, 0],
        [2.9, 2.9],
      ],
    },
  ],
  [
    // By default, there are four spokes, the first at 45 degrees, as wide as the difference of the diameters.
    '<Thermal shape="OCTAGON" outerDiameter="10" innerDiameter="8"/>',
    {
      filled: [
        [4.5, 0],
        [0, 4.5],
        [0, -4.5],
      ],
      empty: [
        [3.1, 3.1],
        [-3.1, 3.1],
        [3.5, 0],
      ],
    },
  ],
  [
    '<Thermal shape="ROUND" outerDiameter="10" innerDiameter="6" spokeCount="0"/>',
    {
      filled: [
        [4, 0],
        [2.8, 2.8],
      ],
      empty: [[0, 0]],
    },
  ],
  [
    // The upper right and the lower left quarter are removed.
    '<Butterfly shape="ROUND" diameter="4"/>',
    {
      filled: [
        [-1, 1],
        [1, -1],
        [-1.3, 1.3],
      ],
      empty: [
        [1, 1],
        [-1, -1],
        [-1.5, 1.5],
        [-2.1, 0.1],
      ],
    },
  ],
  [
    '<Butterfly shape="SQUARE" side="4"/>',
    {
      filled: [
        [-1.9, 1.9],
        [1.9, -1.9],
      ],
      empty: [
        [1, 1],
        [-1, -1],
        [-2.1, 1],
      ],
    },
  ],
  [
    '<Diamond width="4" height="2"/>',
    {
      filled: [
        [1.9, 0],
        [0, 0.9],
        [1, 0.4],
      ],
      empty: [
        [1.1, 0.5],
        [1.9, 0.9],
      ],
    },
  ],
  [
    // On the diagonal, an ellipse is narrower than a slot with round ends.
    '<Ellipse width="4" height="2"/>',
    {
      filled: [
        [1.9, 0],
        [0, 0.9],
        [1.3, 0.7],
      ],
      empty: [
        [1.5, 0.8],
        [2.1, 0],
      ],
    },
  ],
  [
    '<Hexagon length="4"/>',
    {
      filled: [
        [0, 1.9],
        [1.7, 0],
        [1.7, 0.9],
      ],
      empty: [
        [1.8, 0],
        [1.8, 0.9],
        [0.2, 1.95],
      ],
    },
  ],
  [
    '<Octagon length="4"/>',
    {
      filled: [
        [0, 1.9],
        [1.9, 0],
        [1.35, 1.35],
      ],
      empty: [
        [1.5, 1.5],
        [0.76, 1.84],
      ],
    },
  ],
  [
    '<Triangle base="4" height="2"/>',
    {
      filled: [
        [0, 0.9],
        [1.9, -0.95],
        [-1.9, -0.95],
      ],
      empty: [
        [1, 0.9],
        [0, -1.1],
      ],
    },
  ],
  [
    '<RectCorner lowerLeftX="1" lowerLeftY="2" upperRightX="4" upperRightY="3"/>',
    {
      filled: [
        [1.1, 2.1],
        [3.9, 2.9],
      ],
      empty: [
        [0, 0],
        [0.9, 2.5],
        [2, 3.1],
      ],
    },
  ],
  [
    '<RectCham width="4" height="2" chamfer="0.5" upperLeft="true"/>',
    {
      filled: [
        [1.9, 0.9],
        [-1.7, 0.7],
        [1.9, -0.9],
      ],
      empty: [
        [-1.9, 0.9],
        [-1.8, 0.75],
      ],
    },
  ],
  [
    '<RectCham width="4" height="2" chamfer="0.5"/>',
    {
      filled: [[1.7, 0.7]],
      empty: [
        [1.9, 0.9],
        [-1.9, -0.9],
      ],
    },
  ],
  [
    '<RectRound width="4" height="2" radius="1" lowerRight="true" upperLeft="false"/>',
    {
      filled: [
        [-1.9, 0.9],
        [1.9, 0.9],
        [1.6, -0.7],
      ],
      empty: [[1.9, -0.9]],
    },
  ],
  [
    // Two rings whose lines are centered on the diameters 8 and 4, and a cross.
    '<Moire diameter="8" ringWidth="0.4" ringGap="2" ringNumber="2" lineWidth="0.2" lineLength="10" lineAngle="0"/>',
    {
      filled: [
        [2.8, 2.8],
        [1.4, 1.4],
        [4.9, 0],
        [0, -4.9],
        [0, 0],
      ],
      empty: [
        [2.1, 2.1],
        [1, 1],
        [3.1, 3.1],
        [5.1, 0],
      ],
    },
  ],
  [
    `<Contour><Polygon><PolyBegin x="0" y="0"/><PolyStepSegment x="4" y="0"/><PolyStepSegment x="4" y="4"/>
      <PolyStepSegment x="0" y="4"/></Polygon><Cutout><PolyBegin x="1" y="1"/><PolyStepSegment x="2" y="1"/>
      <PolyStepSegment x="2" y="2"/><PolyStepSegment x="1" y="2"/><FillDesc fillProperty="VOID"/></Cutout></Contour>`,
    {
      filled: [
        [0.5, 0.5],
        [3, 3],
      ],
      empty: [
        [1.5, 1.5],
        [4.1, 2],
      ],
    },
  ],
  [
    '<UserSpecial><Polygon><PolyBegin x="0" y="0"/><PolyStepSegment x="2" y="0"/><PolyStepSegment x="0" y="2"/></Polygon></UserSpecial>',
    { filled: [[0.5, 0.5]], empty: [[1.1, 1.1]] },
  ],
]

test('a cutout is a hole in its contour, wherever each of them begins and in whatever direction it runs', () => {
  const polygon = (corners: (readonly [number, number])[]) =>
    corners.map(([x, y], at) => `<Poly${at === 0 ? 'Begin' : 'StepSegment'} x="${x}" y="${y}"/>`).join('')
  /** The corners of a square, from each of them and in both directions. */
  const squares = (from: number, to: number) => {
    const corners = [
      [from, from],
      [to, from],
      [to, to],
      [from, to],
    ] as const
    return [corners, corners.toReversed()].flatMap((all) =>
      all.map((_, first) => [...all.slice(first), ...all.slice(0, first)]),
    )
  }
  for (const outer of squares(100, 104)) {
    for (const inner of squares(101, 102)) {
      const board = drawn(`<Contour><Polygon>${polygon(outer)}</Polygon><Cutout>${polygon(inner)}</Cutout></Contour>`)
      expect([isFilled(board, [100.5, 100.5]), isFilled(board, [101.5, 101.5])]).toEqual([true, false])
    }
  }
})

test('the contour of a pad has its width and height', () => {
  const sizes = (['rect', 'oval', 'roundrect'] as const).map((shape) => {
    const { left, top, right, bottom } = boxOf(contourOfShape({ shape, width: 3, height: 1, roundness: 0.25 }))
    return [left, top, right, bottom].map((value) => Number(value.toFixed(9)))
  })
  expect(sizes).toEqual(Array(3).fill([-1.5, -0.5, 1.5, 0.5]))
})

test('a contour without an area is no slot', () => {
  expect(centerLineOf([1, 2, 5, 2])).toBeNull()
  expect(centerLineOf([1, 2, 1, 2])).toBeNull()
  // Both points are on the edge of the slot around (0, 2) with a radius of 0.3 and a length of 2 × 0.3863, whose area is
  // 4 × 0.0863 × 0.3 + π × 0.3² = 0.3863.
  expect(centerLineOf([0.3863, 2, 0, 2.3])).toBeNull()
})

describe('a thermal', () => {
  const square = (half: number) => [-half, -half, half, -half, half, half, -half, half]
  const ring = { outer: square(2), inner: square(1) }
  const areas = (count: number, width: number, start: number) => thermalAreas(ring, { count, width, start })
  /** The left, top, right and bottom of each contour. */
  const boxesOf = (count: number) =>
    areas(count, 1, 0)?.map((area) =>
      area.map((contour) => {
        const { left, top, right, bottom } = boxOf(contour)
        return [left, top, right, bottom].map((value) => Number(value.toFixed(9)))
      }),
    )

  test('with two spokes is divided along a line', () => {
    // The spoke of 1 mm along the x axis leaves the parts more than half a millimeter away from it.
    const halves = (half: number) => [
      [-half, -half, half, -0.5],
      [-half, 0.5, half, half],
    ]
    expect(boxesOf(2)).toEqual(halves(2).map((box, at) => [box, halves(1)[at]]))
  })

  test('with four spokes has a part in each quadrant', () => {
    // Counterclockwise from the positive x axis, with y pointing down.
    const quadrants = (half: number) => [
      [0.5, -half, half, -0.5],
      [-half, -half, -0.5, -0.5],
      [-half, 0.5, -0.5, half],
      [0.5, 0.5, half, half],
    ]
    expect(boxesOf(4)).toEqual(quadrants(2).map((box, at) => [box, quadrants(1)[at]]))
  })

  test('has two, three or four spokes, or none', () => {
    expect(areas(0, 1, 0)).toEqual([[ring.outer, ring.inner]])
    expect(areas(4, 0, 0)).toEqual([[ring.outer, ring.inner]])
    expect([1, 2, 3, 4, 5].map((count) => areas(count, 0.1, 45)?.length)).toEqual([undefined, 2, 3, 4, undefined])
  })
})

describe('the shapes of IPC-2581', () => {
  test.each(cases)('%s', (shape, { filled, empty }) => {
    const board = drawn(shape)
    expect(filled.filter((point) => !isFilled(board, point))).toEqual([])
    expect(empty.filter((point) => isFilled(board, point))).toEqual([])
    expect(board.remarks).toEqual([])
  })

  test('circles, rectangles, ovals and rounded rectangles are pads', () => {
    const shapes = ['Circle diameter="2"', 'RectCenter width="3" height="1"', 'Oval width="3" height="1"']
    const round =
      'RectRound width="4" height="2" radius="0.5" upperRight="true" upperLeft="true" lowerLeft="true" lowerRight="true"'
    const board = drawn([...shapes, round].map((shape) => `<${shape}/>`).join(''))
    expect(board.pads.map(({ shape, width, height, roundness }) => [shape, width, height, roundness])).toEqual([
      ['circle', 2, 2, 0],
      ['rect', 3, 1, 0],
      ['oval', 3, 1, 0],
      ['roundrect', 4, 2, 0.25],
    ])
  })

  test('an arc between two points one nanometer apart is short, and one that ends where it starts is a circle', () => {
    const arcTo = (endX: string) =>
      drawn(
        `<Arc startX="0" startY="0" endX="${endX}" endY="0" centerX="0" centerY="-5" clockwise="true"><LineDesc lineWidth="0.1"/></Arc>`,
      )
    // Clockwise, it starts to the right at the top of the circle. A nanometer is the resolution of KiCad.
    const short = arcTo('0.000001')
    expect([...short.tracks.ends].map((value) => value + 0)).toEqual([0, 0, 1e-6, 0])
    expect(short.arcs.net).toHaveLength(0)
    const { left, right, top, bottom } = boxOf(arcTo('0').arcs.points)
    for (const [value, expected] of [
      [left, -5],
      [right, 5],
      [top, 0],
      [bottom, 10],
    ] as const) {
      // Chords are within 5 µm of the circle.
      expect(Math.abs(value - expected)).toBeLessThan(0.005)
    }
  })

  test('a pad without a pin does not belong to a component without a name', () => {
    const component = '<Component packageRef="P" layerRef="TOP"><Location x="9" y="9"/></Component>'
    const { footprints, pads } = read('<Pad><Location x="1" y="2"/><Circle diameter="1"/></Pad>', { more: component })
    expect(footprints).toHaveLength(1)
    expect(pads.map(({ footprint, number }) => [footprint, number])).toEqual([[-1, '']])
  })

  test('fiducials are pads without a pin', () => {
    const marks = ['GlobalFiducial', 'LocalFiducial'].map(
      (name, at) => `<${name}><Location x="${3 * at + 1}" y="2"/><Circle diameter="1"/></${name}>`,
    )
    const { pads } = read(marks.join(''))
    expect(pads.map(({ x, y, width, number }) => [x, y, width, number])).toEqual([
      [1, -2, 1, ''],
      [4, -2, 1, ''],
    ])
  })

  test('a pad of any shape belongs to its pin and gets the hole of the pin', () => {
    const pad = (x: number, shape: string, pin: string) =>
      `<Pad><Location x="${x}" y="1"/>${shape}<PinRef componentRef="J1" pin="${pin}"/></Pad>`
    const board = read(
      [
        pad(1, '<Octagon length="2"/>', '1'),
        pad(5, '<Donut shape="ROUND" outerDiameter="2" innerDiameter="1"/>', '2'),
        '<Hole name="H" diameter="0.8" platingStatus="PLATED" x="1" y="1"/>',
      ].join(''),
    )
    expect(board.vias.drill).toHaveLength(0)
    // The anchor is the circle within the octagon. Within the donut, there is none.
    const inner = 2 * Math.cos(Math.PI / 8)
    expect(
      board.pads.map(({ x, shape, number, width, drill }) => [x, shape, number, width, drill?.width ?? null]),
    ).toEqual([
      [1, 'custom', '1', expect.closeTo(inner, 9), 0.8],
      [5, 'custom', '2', 0, null],
    ])
    expect(isFilled(board, [5.9, 1])).toBe(true)
  })

  test('a pad that is a line or several areas belongs to its pin', () => {
    const pad = (shape: string, pin: string) =>
      `<Pad><Location x="0" y="0"/>${shape}<PinRef componentRef="J1" pin="${pin}"/></Pad>`
    const hollow = '<FillDesc fillProperty="HOLLOW"/>'
    const { pads, arcs } = read(
      [
        pad(`<Circle diameter="4"><LineDesc lineWidth="0.2"/>${hollow}</Circle>`, '1'),
        pad('<Line startX="-1" startY="0.1" endX="1" endY="0.1"><LineDesc lineWidth="0.4"/></Line>', '2'),
        // At the origin, two crossed lines overlap.
        pad(
          '<Moire diameter="8" ringWidth="0.4" ringGap="2" ringNumber="2" lineWidth="0.2" lineLength="10" lineAngle="0"/>',
          '3',
        ),
      ].join(''),
    )
    expect(arcs.width).toHaveLength(1)
    // The anchor is the largest circle around the origin that is copper: within the line, and within one of the areas.
    expect(pads.map(({ shape, number, width }) => [shape, number, width])).toEqual([
      ['custom', '1', 0],
      ['custom', '2', expect.closeTo(0.2, 9)],
      ['custom', '3', expect.closeTo(0.2, 9)],
    ])
  })

  test('a shape of the dictionary is drawn at its place, turned and mirrored, in the units of the dictionary', () => {
    const dictionaries = `<DictionaryStandard units="INCH"><EntryStandard id="1">
      <RectCorner lowerLeftX="0" lowerLeftY="0" upperRightX="1" upperRightY="0.1"/></EntryStandard></DictionaryStandard>
      <DictionaryUser units="MILLIMETER"><EntryUser id="1"><UserSpecial><Circle diameter="1"/>
      <Line startX="0" startY="0" endX="3" endY="0"><LineDesc lineWidth="0.2"/></Line></UserSpecial></EntryUser></DictionaryUser>`
    const place = '<Location x="5" y="7"/><Xform rotation="90"/>'
    const standard = read(features('<StandardPrimitiveRef id="1"/>', place), { dictionaries })
    const { left, right, top, bottom } = boxOf(standard.fills.points)
    for (const [value, expected] of [
      [left, 5 - 2.54],
      [right, 5],
      [top, -7 - 25.4],
      [bottom, -7],
    ] as const) {
      expect(value).toBeCloseTo(expected, 9)
    }
    // All shapes of a user primitive are drawn, including lines.
    const user = read(features('<UserPrimitiveRef id="1"/>', place), { dictionaries })
    expect(user.pads.map(({ x, y, width }) => [x, y, width])).toEqual([[5, -7, 1]])
    expect([...user.tracks.ends].map((value) => Number(value.toFixed(9)))).toEqual([5, -7, 5, -10])
    expect([...user.tracks.width]).toEqual([0.2])
  })

  test('a line has the width of the dictionary to which it refers', () => {
    const dictionaries = `<DictionaryLineDesc units="MILLIMETER"><EntryLineDesc id="a"><LineDesc lineWidth="0.3"/>
      </EntryLineDesc><EntryLineDesc id="b"><LineDesc lineWidth="0.5"/></EntryLineDesc></DictionaryLineDesc>`
    const line = (id: string) => `<Line startX="0" startY="0" endX="3" endY="0"><LineDescRef id="${id}"/></Line>`
    const { tracks } = read(features(line('a')) + features(line('b')), { dictionaries })
    expect([...tracks.width]).toEqual([0.3, 0.5])
  })

  test('of a hollow shape and of an outline, only the line is drawn', () => {
    const hollow = drawn('<Circle diameter="4"><LineDesc lineWidth="0.2"/><FillDesc fillProperty="HOLLOW"/></Circle>')
    expect([hollow.pads.length, hollow.fills.starts.length]).toEqual([0, 1])
    expect([...hollow.arcs.width]).toEqual([0.2])
    const { left, right } = boxOf(hollow.arcs.points)
    expect([left, right]).toEqual([expect.closeTo(-2, 2), expect.closeTo(2, 9)])
    const polygon =
      '<Polygon><PolyBegin x="0" y="0"/><PolyStepSegment x="2" y="0"/><PolyStepSegment x="0" y="2"/></Polygon>'
    const outline = drawn(`<Outline>${polygon}<LineDesc lineWidth="0.3"/></Outline>`)
    expect(outline.fills.starts).toHaveLength(1)
    expect([...outline.arcs.points].map((value) => value + 0)).toEqual([0, 0, 2, 0, 0, -2, 0, 0])
    expect([...outline.arcs.width]).toEqual([0.3])
  })

  test('what is not drawn, or drawn differently, is named', () => {
    const board = read(
      [
        features('<StandardPrimitiveRef id="none"/>'),
        '<Pad><Location x="1" y="1"/><StandardPrimitiveRef id="none"/></Pad>',
        features('<Thermal shape="ROUND" outerDiameter="2" innerDiameter="1" spokeCount="7"/>'),
        features('<Hexagon/>'),
        features('<Thermal shape="ROUND" outerDiameter="2" gap="0.5"/>'),
        features('<Thermal shape="ROUND" innerDiameter="2" gap="0.5"/>'),
        features('<Circle diameter="1"><FillDesc fillProperty="VOID"/></Circle>'),
        features('<RectCenter width="1" height="1"><FillDescRef id="mesh"/></RectCenter>'),
        features('<UserSpecial><Text textString="A"/></UserSpecial>'),
        features('<Circle diameter="1"/>', '<Location x="0" y="0"/><Xform scale="2"/>'),
      ].join(''),
      {
        dictionaries:
          '<DictionaryFillDesc><EntryFillDesc id="mesh"><FillDesc fillProperty="MESH"/></EntryFillDesc></DictionaryFillDesc>',
      },
    )
    expect(board.pads).toHaveLength(2)
    expect(board.remarks).toEqual([
      '1 feature of negative polarity is not drawn. The copper that it removes is shown.',
      'Shapes that are not drawn, because the file does not define them or their sizes: none (2 times), Thermal (3 times), Hexagon (1 time).',
      '1 hatched area is drawn filled.',
      '1 text on copper layers is not drawn.',
      '1 feature is drawn without the scale or offset that the file states.',
    ])
  })

  test('what is missing in an entry of a dictionary is named whenever the entry is used', () => {
    const entry = (id: string, content: string) => `<EntryUser id="${id}">${content}</EntryUser>`
    const circle = '<Circle diameter="1"/>'
    const entries = [
      entry('incomplete', `${circle}<Hexagon/>`),
      entry('refers', `${circle}<UserPrimitiveRef id="none"/>`),
      entry('nested', '<UserPrimitiveRef id="refers"/>'),
      entry('unused', `${circle}<Octagon/>`),
    ]
    const use = (id: string) => `<UserPrimitiveRef id="${id}"/>`
    const pad = `<Pad><Location x="1" y="1"/>${use('refers')}</Pad>`
    const { pads, remarks } = read(
      [features(use('incomplete')), features(use('incomplete')), features(use('nested')), pad].join(''),
      { dictionaries: `<DictionaryUser>${entries.join('')}</DictionaryUser>` },
    )
    expect(pads).toHaveLength(4)
    expect(remarks).toEqual([
      'Shapes that are not drawn, because the file does not define them or their sizes: Hexagon (2 times), none (2 times).',
    ])
  })

  test('entries that multiply their shapes are refused', () => {
    const refs = (id: number) => `<UserPrimitiveRef id="${id}"/>`.repeat(100)
    const entries = [1, 2, 3].map(
      (id) => `<EntryUser id="${id}">${id === 1 ? '<Circle diameter="1"/>' : refs(id - 1)}</EntryUser>`,
    )
    expect(() =>
      read('', {
        dictionaries: `<DictionaryUser>${entries.join('')}<EntryUser id="4">${refs(3)}</EntryUser></DictionaryUser>`,
      }),
    ).toThrow('at most 10,000 shapes in an entry')
  })

  test('pads that multiply the shapes of their padstack are not all drawn', () => {
    // Texts are only counted, so that the test is fast. An entry has 10,000 of them, and 201 pads use it.
    const text = '<Text textString="A"/>'
    const dictionaries = `<DictionaryUser><EntryUser id="1">${text.repeat(100)}</EntryUser>
      <EntryUser id="2">${'<UserPrimitiveRef id="1"/>'.repeat(100)}</EntryUser></DictionaryUser>`
    const stack = padStackDef('p', '<UserPrimitiveRef id="2"/>')
    const { remarks } = read(stack + padOf('p').repeat(201), { dictionaries })
    expect(remarks.at(-1)).toBe(
      'Some shapes or slots are not drawn, because together they have too many points or parts.',
    )
    const few = read(stack + padOf('p').repeat(2), { dictionaries })
    expect(few.remarks).toEqual(['20,000 texts on copper layers are not drawn.'])
    // The shapes that a pad has itself are counted once. Together with the entry, there are 101 uses of 10,000 shapes.
    const own = read('<Pad><UserPrimitiveRef id="2"/></Pad>'.repeat(101), { dictionaries })
    expect(own.remarks).toEqual(['1,010,000 texts on copper layers are not drawn.'])
  })

  test('shapes with many points are not all drawn, whether they are used by reference or not', () => {
    const hole = '<PadstackHoleDef name="h" diameter="0.3" platingStatus="VIA" x="0" y="0"/>'
    const stack = padStackDef('p', curves).replace('</PadStackDef>', `${hole}</PadStackDef>`)
    const pad = (x: number) => `<Pad padstackDefRef="p"><Location x="${x}" y="0"/></Pad>`
    const rings = '<Moire diameter="1000" ringWidth="1" ringGap="2" ringNumber="100"/>'
    const slot = `<SlotCavity platingStatus="PLATED"><Location x="1" y="1"/>${curves}</SlotCavity>`
    // 60 pads with 100,441 points each, and 70 marks with 72,200 points each.
    const board = read([stack, pad(0).repeat(60), features(rings.repeat(70)), pad(9), features(curves), slot].join(''))
    expect(board.fills.points.length / 2).toBeGreaterThan(9_900_000)
    expect(board.fills.points.length / 2).toBeLessThan(10_100_000)
    expect(board.outline).toEqual([])
    // A pad that is not drawn has no hole.
    expect([...board.vias.at].map((value) => value + 0)).toEqual([0, 0])
    expect(board.remarks).toEqual([
      'Some shapes or slots are not drawn, because together they have too many points or parts.',
    ])
  })

  test('a padstack whose hole has no diameter has no hole', () => {
    const stack = (diameter: number) =>
      `<PadStackDef name="s"><PadstackHoleDef name="h" diameter="${diameter}" platingStatus="VIA" x="0" y="0"/>
        <PadstackPadDef layerRef="TOP" padUse="REGULAR"><Circle diameter="1"/></PadstackPadDef></PadStackDef>`
    const holes = (diameter: number) => {
      const { vias, pads } = read(padOf('s'), { layers: stack(diameter) })
      return [[...vias.drill], pads.map(({ drill }) => drill?.width ?? null)]
    }
    expect(holes(0)).toEqual([[], [null]])
    expect(holes(0.3)).toEqual([[0.3], []])
  })

  test.each(['', 'No Net', 'NONE', '<No Net>'.replace('<', '&lt;').replace('>', '&gt;')])(
    'a pad of the net "%s" has none',
    (net) => {
      const more = `<LayerFeature layerRef="TOP"><Set net="${net}">${features('<Circle diameter="1"/>')}</Set></LayerFeature>`
      const { nets, pads } = read('', { more })
      expect(pads.map((pad) => pad.net)).toEqual([-1])
      expect(nets.map(({ name }) => name)).toEqual(['A'])
    },
  )

  test('a pad whose own shape is incomplete has the shape of its padstack', () => {
    const line = '<Contour><Polygon><PolyBegin x="0" y="0"/><PolyStepSegment x="1" y="0"/></Polygon></Contour>'
    const pad = `<Pad padstackDefRef="p"><Location x="3" y="1"/>${line}</Pad>`
    const { pads, fills } = read(padStackDef('p', '<Circle diameter="2"/>') + pad)
    expect(pads.map(({ x, y, shape, width }) => [x, y, shape, width])).toEqual([[3, -1, 'circle', 2]])
    expect([...fills.starts]).toEqual([0])
  })

  test('a padstack that is defined again replaces the earlier one', () => {
    const circle = (diameter: number) => `<Circle diameter="${diameter}"/>`
    const board = read(padStackDef('p', circle(1)) + padStackDef('p', circle(2)) + padOf('p'))
    expect(board.pads.map(({ width }) => width)).toEqual([2])
    const other = read(padStackDef('p', circle(1)) + padStackDef('p', circle(2), 'BOTTOM') + padOf('p'))
    expect(other.pads).toEqual([])
  })
})

describe('slots and cavities', () => {
  const drills = '<Layer name="ROUT" layerFunction="ROUT"><Span fromLayer="TOP" toLayer="BOTTOM"/></Layer>'
  const slot = (content: string, status = 'NONPLATED') =>
    `<SlotCavity name="S" platingStatus="${status}">${content}</SlotCavity>`
  const onLayer = (layer: string, ...slots: string[]) =>
    `<LayerFeature layerRef="${layer}"><Set net="A">${slots.join('')}</Set></LayerFeature>`
  // Only a step with copper is drawn.
  const track = features('<Line startX="0" startY="0" endX="1" endY="0"><LineDesc lineWidth="0.1"/></Line>')
  const readSlots = (more: string, layers = drills) => read(track, { layers, more })
  const polygon = (...points: number[][]) =>
    points.map(([x, y], at) => `<${at === 0 ? 'PolyBegin' : 'PolyStepSegment'} x="${x}" y="${y}"/>`).join('')

  test('a slot with round ends is a hole of its size and direction', () => {
    const oval = '<Location x="10" y="20"/><Xform rotation="90"/><Oval width="3" height="1"/>'
    const { pads, remarks } = readSlots(onLayer('ROUT', slot(oval)))
    expect(pads).toHaveLength(1)
    const [pad] = pads
    expect([pad?.x, pad?.y, pad?.drill?.width, pad?.drill?.height].map((value) => Number(value?.toFixed(6)))).toEqual([
      10, -20, 3, 1,
    ])
    expect(Math.abs(pad?.rotation ?? 0)).toBeCloseTo(90, 6)
    expect(remarks).toEqual([])
  })

  test('an outline with round ends is a slot, as in the files of KiCad and Altium', () => {
    const end = (center: number, from: number) =>
      Array.from({ length: 33 }, (_, at) => {
        const angle = ((from + (at * 180) / 32) * Math.PI) / 180
        // The slot is at 30 degrees.
        const [x, y] = [center + 0.5 * Math.cos(angle), 0.5 * Math.sin(angle)]
        return [40 + x * Math.cos(Math.PI / 6) - y * 0.5, 8 + x * 0.5 + y * Math.cos(Math.PI / 6)]
      })
    const outline = `<Outline><Polygon>${polygon(...end(1, -90), ...end(-1, 90))}</Polygon><LineDesc lineWidth="0"/></Outline>`
    const { pads, outline: edge } = readSlots(onLayer('ROUT', slot(outline)))
    expect(edge).toEqual([])
    expect(pads.map(({ x, y, drill, rotation }) => [x, y, drill?.width, drill?.height, rotation])).toEqual([
      [40, -8, 3, 1, 30].map((value) => expect.closeTo(value, 2) as number),
    ])
  })

  test('a round slot is a hole: plated as a via, or unplated', () => {
    const circle = (x: number) => `<Location x="${x}" y="0"/><Circle diameter="0.8"/>`
    const { vias, pads } = readSlots(onLayer('ROUT', slot(circle(1), 'PLATED'), slot(circle(5))))
    expect([...vias.at, ...vias.drill].map((value) => Number(value.toFixed(6)) + 0)).toEqual([1, 0, 0.8])
    expect(pads.map(({ x, type, drill }) => [x, type, drill?.width])).toEqual([
      [5, 'np_thru_hole', expect.closeTo(0.8, 6)],
    ])
  })

  test('any other contour is a cutout of the board', () => {
    const square = polygon([0, 0], [2, 0], [2, 2], [0, 2])
    const { outline, pads } = readSlots(onLayer('ROUT', slot(`<Outline><Polygon>${square}</Polygon></Outline>`)))
    expect(pads).toEqual([])
    expect(outline.map(({ points, closed }) => [[...points].map((value) => value + 0), closed])).toEqual([
      [[0, 0, 2, 0, 2, -2, 0, -2], true],
    ])
  })

  test('a slot that is listed with each copper layer is drawn once, if it is listed with all of them', () => {
    const oval = slot('<Location x="0" y="0"/><Oval width="3" height="1"/>', 'PLATED')
    expect(readSlots(onLayer('TOP', oval) + onLayer('BOTTOM', oval)).pads.map(({ type }) => type)).toEqual([
      'thru_hole',
    ])
    const { pads, remarks } = readSlots(onLayer('TOP', oval))
    expect(pads).toEqual([])
    expect(remarks).toEqual(['1 slot or cavity that does not go through the board is not drawn.'])
  })

  test('cavities with a depth, or whose layers do not go through the board, are named', () => {
    const inner =
      '<Layer name="L2" layerFunction="PLANE"/><Layer name="BLIND" layerFunction="ROUT"><Span fromLayer="TOP" toLayer="BOTTOM"/></Layer>'
    const order = ['TOP', 'BOTTOM', 'L2'].map(
      (name, at) => `<StackupLayer layerOrGroupRef="${name}" sequence="${at}"/>`,
    )
    const oval = '<Location x="0" y="0"/><Oval width="3" height="1"/>'
    const blind = readSlots(
      onLayer('BLIND', slot(oval)),
      `${inner}<Stackup><StackupGroup>${order.join('')}</StackupGroup></Stackup>`,
    )
    expect(blind.remarks).toEqual(['1 slot or cavity that does not go through the board is not drawn.'])
    const deep = readSlots(onLayer('ROUT', slot(`${oval}<MaterialCut depth="0.4"/>`)))
    expect([deep.pads, deep.remarks]).toEqual([[], blind.remarks])
  })

  test('slots along curves are not all drawn if they have too many parts', () => {
    // Each of the 150 circles has 360 parts.
    const curve = (x: number) =>
      `<Location x="${x}" y="0"/><Polyline><PolyBegin x="0" y="0"/>
      <PolyStepCurve x="0" y="0" centerX="1000000" centerY="0" clockwise="true"/>
      <PolyStepSegment x="1" y="0"/><LineDesc lineWidth="1"/></Polyline>`
    const slots = Array.from({ length: 150 }, (_, at) => slot(curve(at)))
    const { pads, remarks } = readSlots(onLayer('ROUT', ...slots))
    expect(pads.length).toBeGreaterThan(49_000)
    expect(pads.length).toBeLessThanOrEqual(50_000)
    expect(remarks).toEqual([
      'Some shapes or slots are not drawn, because together they have too many points or parts.',
    ])
  })

  test('a shape of a slot that the file does not define is named', () => {
    const { pads, remarks } = readSlots(
      onLayer('ROUT', slot('<Location x="1" y="1"/><StandardPrimitiveRef id="none"/>'), slot('<Oval width="3"/>')),
    )
    expect(pads).toEqual([])
    expect(remarks).toEqual([
      'Shapes that are not drawn, because the file does not define them or their sizes: none (1 time), Oval (1 time).',
    ])
  })

  test('a slot whose position the file does not give is named', () => {
    for (const shape of ['Oval width="3" height="1"', 'Ellipse width="3" height="1"', 'Hexagon length="2"']) {
      const { pads, outline, remarks } = readSlots(onLayer('ROUT', slot(`<${shape}/>`)))
      expect([pads, outline]).toEqual([[], []])
      expect(remarks).toEqual(['1 slot without a position is not drawn.'])
    }
  })

  test('the corners of a rectangle show where a slot is', () => {
    const corners = '<RectCorner lowerLeftX="1" lowerLeftY="2" upperRightX="4" upperRightY="3"/>'
    const { outline, remarks } = readSlots(onLayer('ROUT', slot(corners)))
    expect(outline.map(({ points }) => boxOf(points))).toEqual([{ left: 1, top: -3, right: 4, bottom: -2 }])
    expect(remarks).toEqual([])
  })

  test('a line with a width is the center line of a slot', () => {
    const line = (end: number, width: number) =>
      `<Line startX="0" startY="0" endX="${end}" endY="0"><LineDesc lineEnd="ROUND" lineWidth="${width}"/></Line>`
    const { pads, outline, vias } = readSlots(onLayer('ROUT', slot(line(2, 1), 'PLATED'), slot(line(0, 0.8), 'PLATED')))
    expect(outline).toEqual([])
    expect(pads.map(({ x, y, type, drill }) => [x, y + 0, type, drill])).toEqual([
      [1, 0, 'thru_hole', { width: 3, height: 1 }],
    ])
    expect([...vias.at, ...vias.drill].map((value) => value + 0)).toEqual([0, 0, 0.8])
  })

  test('two slots that cross are both drawn, also if a slot is listed twice in opposite directions', () => {
    const line = (...[startX, startY, endX, endY]: number[]) =>
      slot(`<Line startX="${startX}" startY="${startY}" endX="${endX}" endY="${endY}"><LineDesc lineWidth="1"/></Line>`)
    const { pads } = readSlots(onLayer('ROUT', line(0, 0, 2, 2), line(0, 2, 2, 0), line(2, 2, 0, 0)))
    expect(pads.map(({ x, y, rotation }) => [x, y, rotation])).toEqual([
      [1, -1, expect.closeTo(45, 9)],
      [1, -1, expect.closeTo(-45, 9)],
    ])
  })

  test('two cutouts with the same extent are both drawn', () => {
    const triangle = (...corners: number[][]) => slot(`<Outline><Polygon>${polygon(...corners)}</Polygon></Outline>`)
    const { outline } = readSlots(
      onLayer(
        'ROUT',
        triangle([0, 0], [2, 0], [2, 2]),
        triangle([0, 0], [0, 2], [2, 2]),
        triangle([2, 0], [2, 2], [0, 0]),
      ),
    )
    expect(outline).toHaveLength(2)
  })

  test('a slot in the form of an octagon is a cutout', () => {
    const { pads, outline } = readSlots(onLayer('ROUT', slot('<Location x="0" y="0"/><Octagon length="10"/>')))
    expect(pads).toEqual([])
    expect(outline.map(({ points }) => points.length)).toEqual([16])
  })

  test('a slot between a solder mask and an inner layer does not go through the board', () => {
    const oval = slot('<Location x="0" y="0"/><Oval width="3" height="1"/>')
    const span = (from: string, to: string) =>
      readSlots(
        onLayer('ROUT', oval),
        `<Layer name="MASK" layerFunction="SOLDERMASK"/><Layer name="L2" layerFunction="PLANE"/>
        <Layer name="ROUT" layerFunction="ROUT"><Span fromLayer="${from}" toLayer="${to}"/></Layer><Stackup><StackupGroup>
        ${['TOP', 'L2', 'BOTTOM'].map((name, at) => `<StackupLayer layerOrGroupRef="${name}" sequence="${at}"/>`).join('')}
        </StackupGroup></Stackup>`,
      )
    expect(span('MASK', 'L2').remarks).toEqual(['1 slot or cavity that does not go through the board is not drawn.'])
    for (const to of ['BOTTOM', 'MASK']) expect(span('MASK', to).pads).toHaveLength(1)
  })

  test('slots and holes of a step that is not drawn are dropped', () => {
    const hole = (x: number) => `<Hole name="h" diameter="0.3" platingStatus="VIA" x="${x}" y="5"/>`
    const oval = (x: number) => slot(`<Location x="${x}" y="0"/><Oval width="3" height="1"/>`)
    const { pads, vias } = readIpc2581(
      new TextEncoder().encode(`<IPC-2581 revision="C"><Ecad><CadHeader units="MILLIMETER"/><CadData>
        <Layer name="TOP" layerFunction="CONDUCTOR"/>${drills}
        <Step name="coupon">${onLayer('ROUT', hole(50), oval(50), slot('<Oval width="3" height="1"/>'))}</Step>
        <Step name="panel">${onLayer('ROUT', hole(70), oval(70))}<StepRepeat stepRef="pcb"/></Step>
        <Step name="pcb">${onLayer('TOP', features('<Circle diameter="1"/>'))}
        ${onLayer('ROUT', hole(10), oval(10))}</Step>
        </CadData></Ecad></IPC-2581>`),
    )
    expect(pads.map(({ x, shape }) => [x, shape])).toEqual([
      [10, 'oval'],
      [0, 'circle'],
    ])
    expect([...vias.at]).toEqual([10, -5])
  })
})
