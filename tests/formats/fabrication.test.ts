import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { boardEdge } from '../../src/formats/gerber/board-edge'
import { assertWithinLimits } from '../../src/formats/gerber/drawing-limits'
import { fabricationFiles, roledFiles } from '../../src/formats/gerber/fabrication'
import { renderFabrication, type StrayErrors } from '../../src/formats/gerber/gerber-renderer'
import { gerberStrokes } from '../../src/formats/gerber/gerber-strokes'
import { roleName, roleOfFile, roleOfFunction } from '../../src/formats/gerber/layer-role'
import { hasRealFiles, realFile, sample } from './sample-files'

/** In these tests, every error rejects a promise. `npm run fuzz:drawing` also covers errors thrown elsewhere. */
const render = async (files: { name: string; text: string }[], strays: StrayErrors = () => () => {}) => {
  const roled = files.map(({ name, text }) => ({
    name,
    text,
    folder: '',
    role: roleOfFile({ name, text, isDrill: /^(?:;.*\n)*M48/.test(text) }),
  }))
  const { boards, failures } = await renderFabrication(roled, { strays })
  const empty = { sides: [], layers: [], notes: [] }
  return { ...(boards[0] ?? empty), failures }
}
const gerber = (...lines: string[]) => ['%FSLAX46Y46*%', '%MOMM*%', ...lines, 'X0Y0D03*', 'M02*'].join('\n')
const drill = (...lines: string[]) => ['M48', 'METRIC,TZ', 'T1C1.0', '%', 'T1', ...lines, 'M30'].join('\n')

const namesIn = (name: string, bytes: Uint8Array) => fabricationFiles(name, bytes).map((file) => file.name)

test.each([
  ['G02', -1],
  ['G03', 1],
])('a full circle of Gerber with %s begins in its direction', (code, direction) => {
  // Around (0, 0), from (1, 0) mm, with y pointing up.
  const [circle = []] = gerberStrokes(gerber('G75*', 'X1000000Y0D02*', `${code}*`, 'X1000000Y0I-1000000J0D01*')) ?? []
  expect([...circle.slice(0, 2), ...circle.slice(-2)]).toEqual([1, 0, 1, 0])
  const [, , x = 0, y = 0] = circle
  expect(Math.hypot(x, y)).toBeCloseTo(1, 9)
  expect(Math.sign(y)).toBe(direction)
  expect(x).toBeGreaterThan(0)
})

describe('the edge of a board', () => {
  /** A closed square; the position of its lower left corner and its side are in mm. */
  const square = (x: number, y: number, side = 10) =>
    [[0, 0, 2] as const, [1, 0, 1] as const, [1, 1, 1] as const, [0, 1, 1] as const, [0, 0, 1] as const].map(
      ([right, up, code]) => `X${(x + right * side) * 1e6}Y${(y + up * side) * 1e6}D0${code}*`,
    )
  const contoursOf = (...squares: string[][]) => {
    const edge = boardEdge(['%FSLAX46Y46*%', '%MOMM*%', '%ADD10C,0.1*%', 'D10*', ...squares.flat(), 'M02*'].join('\n'))
    return edge && 'contours' in edge ? edge.contours.length : null
  }

  test('contains a cutout', () => {
    expect(contoursOf(square(0, 0), square(4, 4, 2))).toBe(2)
  })

  test.each([
    ['left of it', -5, 4],
    ['right of it', 12, 4],
    ['below it', 4, -5],
    ['above it', 4, 12],
  ])('does not contain a contour %s', (_, x, y) => {
    expect(contoursOf(square(0, 0), square(x, y, 2))).toBe(1)
  })
})

test.each([
  ['ETCH/TOP', { type: 'copper', side: 'top', number: undefined }],
  ['ETCH/L3_SIG', { type: 'copper', side: 'inner', number: 3 }],
  ['CONDUCTOR/BOTTOM', { type: 'copper', side: 'bottom', number: undefined }],
])('a film of Allegro with the subclass %s', (subclass, role) => {
  const text = `G04 File Origin: Cadence Allegro*\nG04 Layer: ${subclass}*\n${gerber()}`
  expect(roleOfFile({ name: 'film.art', text, isDrill: false })).toEqual(role)
})

test.each([
  ['Copper,L1,Top', { type: 'copper', side: 'top', number: 1 }, 'Top copper'],
  ['Copper,L2,Inr,Plane', { type: 'copper', side: 'inner', number: 2 }, 'Inner copper 2'],
  ['Copper,Inr', { type: 'copper', side: 'inner', number: undefined }, 'Inner copper'],
  ['Copper,L4,Bot,Signal', { type: 'copper', side: 'bottom', number: 4 }, 'Bottom copper'],
  ['Soldermask,Top,1', { type: 'soldermask', side: 'top' }, 'Top solder mask'],
  ['Soldermask,Bot', { type: 'soldermask', side: 'bottom' }, 'Bottom solder mask'],
  ['Legend,Bot', { type: 'silkscreen', side: 'bottom' }, 'Bottom silkscreen'],
  [' paste , TOP ', { type: 'solderpaste', side: 'top' }, 'Top solder paste'],
  ['Profile,NP', { type: 'outline', side: 'all' }, 'Outline'],
  ['Plated,1,4,PTH', { type: 'drill', side: 'all' }, 'Holes'],
  ['NonPlated,1,4,NPTH,Drill', { type: 'drill', side: 'all' }, 'Holes'],
  // The edge and the holes have no side, whatever else is stated.
  ['Profile,NP,Top', { type: 'outline', side: 'all' }, 'Outline'],
  ['Plated,1,4,PTH,Bot', { type: 'drill', side: 'all' }, 'Holes'],
  ['AssemblyDrawing,Bot', { type: 'drawing', side: 'bottom' }, 'Bottom drawing'],
  ['Other,Notes', { type: 'drawing', side: 'all' }, 'Drawing'],
] as const)('the file function %j has its type, side and number, and a name', (value, role, name) => {
  expect(roleOfFunction(value)).toStrictEqual(role)
  expect(roleName(role)).toBe(name)
})

test('only a copper layer without a side is called an inner one', () => {
  expect(roleName({ type: 'silkscreen', side: 'inner' })).toBe('Silkscreen')
})

test('an empty file function is none', () => {
  expect([roleOfFunction(''), roleOfFunction(' ,Top')]).toEqual([null, null])
})

describe('fabrication data', () => {
  test('whose sides cannot be drawn still has its layers, its notes and the reason', async () => {
    let calls = 0
    // The third part that is drawn is the sides, after the two layers.
    const strays: StrayErrors = (listener) => {
      if (++calls === 3) listener(new Error('thrown outside any promise'))
      return () => {}
    }
    const layer = gerber('%ADD10C,1*%', 'D10*')
    const { layers, sides, notes, failures } = await render(
      [
        { name: 'board.gtl', text: layer },
        { name: 'board.gbl', text: layer },
      ],
      strays,
    )
    expect(calls).toBe(3)
    expect([layers.length, sides.length, failures.length]).toEqual([2, 0, 0])
    expect(notes).toContain(
      'The top and bottom views cannot be drawn from these files. Each layer is shown separately.',
    )
    expect(notes.length).toBeGreaterThan(1)
  })

  test('is recognized by content: a layer, a drill file, or those in a zip', () => {
    const zip = zipSync({
      'fab/track.gbr': sample('track.gbr').slice(),
      'fab/holes.drl': sample('holes.drl').slice(),
      'fab/readme.txt': strToU8('four layers'),
      'fab/empty.gbr': new Uint8Array(),
    })
    expect(namesIn('track.gbr', sample('track.gbr'))).toEqual(['track.gbr'])
    expect(namesIn('holes.drl', sample('holes.drl'))).toEqual(['holes.drl'])
    expect(namesIn('set.zip', zip)).toEqual(['track.gbr', 'holes.drl'])
    expect(namesIn('set.zip', zipSync({ 'a.txt': strToU8('nothing of a board') }))).toEqual([])
  })

  test('that is damaged, or too large when unpacked, is rejected before it is unpacked', () => {
    const bomb = zipSync({ 'a.gbr': new Uint8Array(70 * 1024 * 1024) }, { level: 1 })
    expect(() => fabricationFiles('bomb.zip', bomb)).toThrow('at most 400 files and 64 MB in total')
    const many = zipSync(Object.fromEntries(Array.from({ length: 401 }, (_, index) => [`${index}`, new Uint8Array(1)])))
    expect(() => fabricationFiles('many.zip', many)).toThrow('at most 400 files and 64 MB in total')
    const last = `${'a'.repeat(30)}${'b'.repeat(40)}`
    const named = zipSync({
      ...Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${index}`, new Uint8Array(1)])),
      [last]: new Uint8Array(1),
    })
    expect(() => fabricationFiles('many.zip', named)).toThrow(/found more, including b{40}\.$/)
    expect(() => fabricationFiles('cut.zip', bomb.subarray(0, 200))).toThrow('an archive that can be unpacked')
    expect(() => fabricationFiles('photo.gbr', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10))).toThrow(
      'Gerber or drill commands',
    )
  })
})

describe('drawings', () => {
  test('have the size of their content, in mm', async () => {
    const [track] = fabricationFiles('track.gbr', sample('track.gbr'))
    const [holes] = fabricationFiles('holes.drl', sample('holes.drl'))
    const { sides, layers, failures } = await render([track!, holes!])
    expect(failures).toEqual([])
    expect(layers.map(({ title }) => title)).toEqual(['track.gbr', 'holes.drl'])
    // The ends of the line are round, which adds 0.2 mm to the length.
    expect(layers[0]?.size.width).toBeCloseTo(10.2, 6)
    expect(layers[0]?.size.height).toBeCloseTo(5.2, 6)
    expect(layers[1]?.size.width).toBeCloseTo(8.3, 6)
    // In the file, y points up.
    const { left, right, top, bottom } = layers[0]!.box
    expect([left, right, top, bottom].map((mm) => Number(mm.toFixed(6)))).toEqual([-0.1, 10.1, -5.1, 0.1])
    expect(layers[0]?.svg).toMatch(/^<svg /)
    expect(layers[0]?.svg).toContain('width="1600"')
    expect(sides.map(({ title }) => title)).toContain('Top')
  })

  test('that are not in a zip belong together, by the job file and their content', () => {
    const job = { FilesAttributes: [{ Path: 'a.gbr', FileFunction: 'Copper,L1,Top' }] }
    const bytes = (text: string) => new TextEncoder().encode(text)
    const files = roledFiles([
      ['a.gbr', sample('track.gbr')],
      ['job.gbrjob', bytes(JSON.stringify(job))],
      ['drill.txt', sample('holes.drl')],
      ['readme.txt', bytes('No drill file')],
    ])
    expect(files.map(({ name, role }) => [name, role.type, role.side])).toEqual([
      ['a.gbr', 'copper', 'top'],
      ['drill.txt', 'drill', 'all'],
    ])
  })

  test('report their progress until everything is drawn', async () => {
    const fractions: number[] = []
    const progress = (fraction: number) => void fractions.push(fraction)
    await renderFabrication(fabricationFiles('track.gbr', sample('track.gbr')), { strays: () => () => {}, progress })
    expect(fractions).toEqual([0, 1])
  })

  test('of a set omit and report empty layers', async () => {
    const nothing = { name: 'nothing.gbr', text: '%FSLAX46Y46*%\n%MOMM*%\nM02*\n' }
    const polarity = { name: 'polarity.gbr', text: nothing.text.replace('M02*', '%LPC*%\n%LPD*%\nM02*') }
    const [track] = fabricationFiles('track.gbr', sample('track.gbr'))
    const { layers, failures } = await render([nothing, polarity, track!])
    expect(layers).toHaveLength(1)
    expect(failures).toEqual(['nothing.gbr: it draws nothing', 'polarity.gbr: it draws nothing'])
  })

  test.each([
    ['flashes', ['%ADD10C,0.000*%', 'D10*', 'X5000000Y5000000D03*']],
    ['lines', ['%ADD10C,0*%', 'D10*', 'X5000000Y5000000D02*', 'X0Y5000000D01*']],
    ['repeated flashes', ['%ADD10C,0*%', 'D10*', '%SRX2Y2I1J1*%', 'X0Y0D03*', '%SR*%']],
    ['rectangles', ['%ADD10R,0X1*%', 'D10*', 'X5000000Y5000000D03*']],
    ['arcs', ['%ADD10C,0*%', 'D10*', 'G75*', 'X5000000Y0D02*', 'G03*', 'X5000000Y0I-5000000J0D01*', 'G01*']],
  ])('whose apertures have no size are empty layers: %s', async (_, lines) => {
    const [track] = fabricationFiles('track.gbr', sample('track.gbr'))
    const { layers, failures } = await render([{ name: 'nothing.gbr', text: gerber(...lines) }, track!])
    expect(layers).toHaveLength(1)
    expect(failures).toEqual(['nothing.gbr: it draws nothing, because all its shapes have a size of 0'])
  })

  test('with a region are drawn, whatever the size of the aperture', async () => {
    const region = ['G36*', 'X0Y0D02*', 'X5000000Y0D01*', 'X5000000Y5000000D01*', 'X0Y0D01*', 'G37*']
    const { layers, failures } = await render([
      { name: 'region.gbr', text: gerber('%ADD10C,0*%', 'D10*', ...region) },
      { name: 'both.gbr', text: gerber('%ADD10C,0*%', 'D10*', 'X9000000Y0D03*', '%ADD11C,1*%', 'D11*') },
    ])
    expect([layers.map(({ title }) => title), failures]).toEqual([['region.gbr', 'both.gbr'], []])
  })

  test('with an outline of lines without a width show its edge, and a note says why the layer is empty', async () => {
    const copper = gerber('%ADD10C,1*%', 'D10*', 'X9000000Y9000000D03*')
    const edge = ['X0Y0D02*', 'X10000000Y0D01*', 'X10000000Y10000000D01*', 'X0Y10000000D01*', 'X0Y0D01*']
    const outline = ['%FSLAX46Y46*%', '%MOMM*%', '%ADD10C,0*%', 'D10*', ...edge, 'M02*'].join('\n')
    const { sides, notes, failures } = await render([
      { name: 'board.gtl', text: copper },
      { name: 'board.gko', text: outline },
    ])
    expect(failures).toEqual([])
    expect(sides.map(({ size }) => [size.width, size.height])).toEqual([[10, 10]])
    expect(notes).toContain(
      'The picture of board.gko is empty, because its lines have a width of 0. The edge of the board is taken from them.',
    )
  })

  test('that would exceed the available memory are rejected before they are drawn', async () => {
    const files = Object.entries({
      panel: gerber(
        '%AMB*5,1,8,0,0,$1,0*6,0,0,$1,0.1,0.1,$2,0.1,1,0*%',
        '%ADD11B,1X3*%',
        'D11*',
        'D03*',
        '%ADD10C,0.2*%',
        'D10*',
        '%SRX10Y10I1J1*%',
      ),
      copies: gerber('%ADD10C,0.2*%', 'D10*', '%SRX99999Y99999I0.1J0.1*%'),
      corners: gerber('%ADD10P,5X999999999*%', 'D10*'),
      panels: gerber('%ADD10C,0.2*%', 'D10*', '%SRX99Y99I1J1*%', '%SRX50Y50I1J1*%'),
      macro: gerber('%AMA*5,1,$1,0,0,5,0*%', '%ADD10A,999999999*%', 'D10*'),
      literal: gerber('%AMA*5,1,99999999,0,0,5,0*%', '%ADD10A,1*%', 'D10*'),
      product: gerber('%AMA*\n6,0,0,9,0,0,$1x$1x$1,1,1,0*%', '%ADD10A,9999*%', 'D10*'),
      assigned: gerber('%AMA*$2=$1x$1x$1*\n05,1,$2,0,0,5,0*%', '%ADD10A,9999*%', 'D10*'),
    }).map(([name, text]) => ({ name, text }))
    const { layers, failures } = await render(files)
    expect(layers.map(({ title }) => title)).toEqual(['panel'])
    expect(failures).toEqual([
      'copies: it has more than 10,000 step-and-repeat copies',
      'corners: an aperture parameter of 999999999 exceeds the limit of 10,000',
      'panels: it has more than 10,000 step-and-repeat copies',
      'macro: an aperture parameter of 999999999 exceeds the limit of 10,000',
      'literal: a macro has 99999999 corners or rings, but only numbers up to 10,000 are supported',
      'product: a macro has $1x$1x$1 corners or rings, but only numbers up to 10,000 are supported',
      'assigned: a macro has $2 corners or rings, but only numbers up to 10,000 are supported',
    ])
  })

  test('may have 10,000 copies, and apertures and corners of up to 10,000', () => {
    const limited =
      (...lines: string[]) =>
      () =>
        assertWithinLimits(gerber(...lines))
    expect(limited('%SRX100Y100I1J1*%')).not.toThrow()
    expect(limited('%SRX100Y100I1J1*%', '%SRX1Y1I0J0*%')).toThrow('more than 10,000 step-and-repeat copies')
    expect(limited('%ADD10P,10000X10000*%', '%ADD11C,-10000*%')).not.toThrow()
    expect(limited('%ADD10C,10001*%')).toThrow('an aperture parameter of 10001 exceeds')
    expect(limited('%ADD10R,1X-10001*%')).toThrow('an aperture parameter of -10001 exceeds')
    expect(limited('%AMA*5,1,10000,0,0,5,0*%')).not.toThrow()
    expect(limited('%AMA*5,1,10001,0,0,5,0*%')).toThrow('a macro has 10001 corners or rings')
  })

  test('report an error thrown outside a promise with its file, and include the other files', async () => {
    const [track] = fabricationFiles('track.gbr', sample('track.gbr'))
    const silent = { name: 'silent.gbr', text: gerber('%ADD10C,0.2*%', 'D10*') }
    let calls = 0
    const { layers, failures } = await render([silent, track!], (hear) => {
      if (calls++ === 0) hear(new Error('cannot parse coordinate'))
      return () => {}
    })
    expect(layers.map(({ title }) => title)).toEqual(['track.gbr'])
    expect(failures).toEqual(['silent.gbr: cannot parse coordinate'])
  })

  test('support comments with percent signs, as in the attributes written by EAGLE', async () => {
    const text = [
      'G04 EAGLE Gerber X2 export*',
      'G04 #@! %TF.FileFunction,Copper,L1,Top,Mixed*',
      ...['%MOMM*%', '%FSLAX34Y34*%', '%LPD*%', '%ADD10C,0.5*%', 'D10*', 'X0Y0D02*', 'X620000Y0D01*', 'M02*'],
    ].join('\n')
    const { layers, failures } = await render([{ name: 'copper_top.gbr', text }])
    expect(failures).toEqual([])
    // A line 62 mm long and 0.5 mm wide, with round ends.
    expect(layers[0]?.size.width).toBeCloseTo(62.5, 6)
    expect(layers[0]?.size.height).toBeCloseTo(0.5, 6)
  })

  test('support a comment of several lines at the start of a Gerber file', async () => {
    const text = gerber('%ADD10C,0.2*%', 'D10*')
    const { layers } = await render([{ name: 'panel.gbr', text: `G04 Panel\r\nRevision 2*\r\n${text}` }])
    expect(layers[0]?.size.width).toBeCloseTo(0.2, 6)
  })

  test('report unsupported commands, which would show a different board', async () => {
    const aperture = ['%ADD10C,0.2*%', 'D10*']
    const files = Object.entries({
      block: gerber('%ABD20*%', ...aperture, 'X0Y0D03*', '%AB*%', 'D20*'),
      consecutive: gerber('%ADD10C,0.2*%', '%LMX*%'),
      mirrored: gerber(...aperture, '%LMX*%'),
      rotated: gerber(...aperture, '%LR90.0*%'),
      scaled: gerber(...aperture, '%LS0.5*%'),
      negative: gerber('%IR0*IPNEG*%', ...aperture),
      neutral: gerber(
        '%IR0*IPPOS*OFA0.00000B0.00000*MIA0B0*SFA1.00000B1.00000*%',
        '%LMN*%',
        '%LR0*%',
        '%LS1.0*%',
        ...aperture,
      ),
      incremental: gerber(...aperture).replace('FSLA', 'FSLI'),
      repeated: drill('X2.0Y2.0', 'R4X3.0Y0.0'),
      relative: drill('G91', 'X2.0Y2.0'),
      arc: drill('G00X4.0Y4.0', 'M15', 'G03X14.0Y4.0I5.0J0.0', 'M16'),
    }).map(([name, text]) => ({ name, text }))
    const { layers, failures } = await render(files)
    expect(layers.map(({ title }) => title)).toEqual(['neutral'])
    expect(failures).toEqual([
      'block: it uses block apertures (AB), which this preview cannot draw',
      'consecutive: it uses mirrored apertures (LM), which this preview cannot draw',
      'mirrored: it uses mirrored apertures (LM), which this preview cannot draw',
      'rotated: it uses rotated apertures (LR), which this preview cannot draw',
      'scaled: it uses scaled apertures (LS), which this preview cannot draw',
      'negative: it uses a negative image (IP), which this preview cannot draw',
      'incremental: it uses incremental coordinates (FS), which this preview cannot draw',
      'repeated: it uses repeated holes (R), which this preview cannot draw',
      'relative: it uses incremental coordinates (G91), which this preview cannot draw',
      'arc: it uses arcs with a center (I, J), which this preview cannot draw',
    ])
  })

  test('show a hole after a slot, as in the drill files written by KiCad', async () => {
    const slot = ['G00X5.0Y5.0', 'M15', 'G01X15.0Y5.0', 'M16', 'G05']
    const [before, after] = [drill('X5.0Y15.0', ...slot), drill(...slot, 'X5.0Y15.0')]
    const { layers } = await render([
      { name: 'before.drl', text: before },
      { name: 'after.drl', text: after },
    ])
    const shapes = layers.map(({ svg }) => [svg.match(/<path/g)?.length, svg.match(/<use/g)?.length])
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[0]).toEqual([1, 1])
  })

  test('apply a limit to a command that is split over several lines', async () => {
    const text = gerber('%ADD10C,0.2*%', 'D10*', '%\nSR\r\nX101Y100I0.1J0.1*%')
    const { failures } = await render([{ name: 'copies', text }])
    expect(failures).toEqual(['copies: it has more than 10,000 step-and-repeat copies'])
  })

  test.skipIf(!hasRealFiles)('of a four-layer differential-pair coupon', async () => {
    const names = ['B_Cu', 'Edge_Cuts', 'F_Cu', 'F_Mask', 'F_Silkscreen', 'In1_Cu', 'In2_Cu'].map(
      (name) => `${name}.gbr`,
    )
    const files = [...names, 'PTH.drl'].flatMap((name) =>
      fabricationFiles(name, realFile(`gerber/diffpair/si-test-${name}`)),
    )
    const { sides, layers, failures } = await render(files)
    expect(failures).toEqual([])
    expect(layers).toHaveLength(8)
    expect(sides.map(({ title }) => title)).toEqual(['Top', 'Bottom'])
    // The line width of the outline does not add to the size.
    expect(sides[0]?.size.width).toBeCloseTo(49.425, 3)
  })
})
