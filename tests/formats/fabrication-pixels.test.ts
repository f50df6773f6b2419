import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { fabricationFiles } from '../../src/formats/gerber/fabrication'
import { type FabricationPicture, renderFabrication } from '../../src/formats/gerber/gerber-renderer'
import { pixelsOf } from './svg-pixels'

/** A position in a file, in mm, in the format of the tests: six decimals. */
const at = (x: number, y: number) => `X${Math.round(x * 1e6)}Y${Math.round(y * 1e6)}`
const line = (...points: [number, number][]) => points.map(([x, y], index) => `${at(x, y)}D0${index === 0 ? 2 : 1}*`)
const gerber = (...lines: string[]) => ['%FSLAX46Y46*%', '%MOMM*%', ...lines, 'M02*'].join('\n')
const flash = (aperture: string, x: number, y: number) => [`%ADD11${aperture}*%`, 'D11*', `${at(x, y)}D03*`]
const stroke = (width: number, ...points: [number, number][]) => [`%ADD10C,${width}*%`, 'D10*', ...line(...points)]
/** A board of 20 by 10 mm, whose lower left corner is at (100, 50). */
const corners: [number, number][] = [
  [100, 50],
  [120, 50],
  [120, 60],
  [100, 60],
  [100, 50],
]
const outline = gerber(...stroke(0.1, ...corners))
const drill = (x: number, y: number) => `M48\nMETRIC\nT01C1.000\n%\nT01\nX${x.toFixed(1)}Y${y.toFixed(1)}\nM30\n`

async function draw(set: Record<string, string>) {
  const zip = zipSync(Object.fromEntries(Object.entries(set).map(([name, text]) => [name, strToU8(text)])))
  const { boards, failures } = await renderFabrication(fabricationFiles('set.zip', zip), { strays: () => () => {} })
  const [board] = boards
  const picture = (title: string) => {
    const found = [...(board?.sides ?? []), ...(board?.layers ?? [])].find((one) => one.title === title)
    if (!found) throw new Error(`There is no picture of ${title}.`)
    return found
  }
  return { picture, notes: board?.notes ?? [], failures, sides: board?.sides.map(({ title }) => title) }
}

/** What a picture of a side shows at positions in the files. The bottom side is seen from below, so x points left. */
async function materialsOf(picture: FabricationPicture, places: [number, number][]) {
  const pixel = await pixelsOf(picture)
  return places.map(([x, y]) => {
    const { red, green, blue, alpha } = pixel(picture.isFromBelow ? 120 - x : x - 100, 60 - y)
    if (alpha < 20) return 'nothing'
    if (red > 240 && blue > 240) return 'silkscreen'
    if (red > 150 && blue < 100) return 'bare copper'
    if (green > red + 20) return green > 90 ? 'covered copper' : 'covered board'
    return red > 150 ? 'copper' : 'bare board'
  })
}

type Place = [x: number, y: number, material: string]

async function expectMaterials(picture: FabricationPicture, places: Place[]) {
  const found = await materialsOf(
    picture,
    places.map(([x, y]) => [x, y]),
  )
  expect(found).toEqual(places.map(([, , material]) => material))
}

/** The places that a picture of a layer covers with its color. */
async function coveredOf(picture: FabricationPicture, places: [number, number][]) {
  const pixel = await pixelsOf(picture)
  const { left, top } = picture.box
  return places.map(([x, y]) => pixel(x - left, -y - top).alpha > 200)
}

describe('the views of a board', () => {
  const set = {
    'b.gtl': gerber(...stroke(0.4, [102, 53], [118, 53]), ...flash('R,2X1', 105, 57)),
    'b.gts': gerber(...flash('R,2.4X1.4', 105, 57)),
    'b.gto': gerber(...stroke(0.4, [112, 59], [118, 59])),
    'b.gbl': gerber(...flash('C,2', 104, 52)),
    'b.gbs': gerber(...flash('C,1', 104, 52)),
    'b.gko': outline,
    'b.drl': drill(115, 55),
  }

  test('show a track, a pad, its opening, the silkscreen and a hole at their places', async () => {
    const { picture, failures, notes } = await draw(set)
    expect([failures, notes]).toEqual([[], []])
    const top = picture('Top')
    expect([top.box.left, -top.box.bottom, top.size.width, top.size.height].map((mm) => Number(mm.toFixed(6)))).toEqual(
      [100, 50, 20, 10],
    )
    const places: Place[] = [
      // The track is from y = 52.8 to 53.2, and its round ends reach x = 101.8.
      [110, 53, 'covered copper'],
      [110, 53.15, 'covered copper'],
      [110, 53.3, 'covered board'],
      [110, 52.7, 'covered board'],
      [101.9, 53, 'covered copper'],
      [101.7, 53, 'covered board'],
      // The pad is from x = 104 to 106, its opening 0.2 mm larger.
      [105, 57, 'bare copper'],
      [104.1, 56.6, 'bare copper'],
      [105.9, 57.4, 'bare copper'],
      [103.9, 57, 'bare board'],
      [103.7, 57, 'covered board'],
      [115, 59, 'silkscreen'],
      [111, 59, 'covered board'],
      // The hole has a radius of 0.5 mm.
      [115, 55, 'nothing'],
      [115.4, 55, 'nothing'],
      [115.6, 55, 'covered board'],
      // The pad of the bottom side is not visible.
      [104, 52, 'covered board'],
    ]
    await expectMaterials(top, places)
  })

  test('show the bottom side from below, with the same hole', async () => {
    const { picture } = await draw(set)
    const bottom = picture('Bottom')
    expect(bottom.isFromBelow).toBe(true)
    const places: Place[] = [
      // The opening has a radius of 0.5 mm and the pad one of 1 mm.
      [104, 52, 'bare copper'],
      [104.4, 52, 'bare copper'],
      [104.7, 52, 'covered copper'],
      [105.1, 52, 'covered board'],
      [115, 55, 'nothing'],
      [105, 57, 'covered board'],
      [110, 53, 'covered board'],
    ]
    await expectMaterials(bottom, places)
  })

  test('end at the outline, and are open where it has a cutout', async () => {
    const cutout: [number, number][] = [
      [108, 54],
      [112, 54],
      [112, 56],
      [108, 56],
      [108, 54],
    ]
    const { picture } = await draw({
      ...set,
      // A track that runs over the edge.
      'b.gtl': gerber(...stroke(0.4, [95, 53], [125, 53])),
      'b.gko': gerber(...stroke(0.1, ...corners), ...line(...cutout)),
    })
    const top = picture('Top')
    expect([top.size.width, top.size.height].map((mm) => Number(mm.toFixed(6)))).toEqual([20, 10])
    expect(
      await materialsOf(top, [
        [100.1, 53],
        [119.9, 53],
        [110, 55],
        [107.9, 55],
      ]),
    ).toEqual(['covered copper', 'covered copper', 'nothing', 'covered board'])
  })

  test('show layers in inches at the same places', async () => {
    const inches = (mm: number) => Math.round((mm / 25.4) * 1e4)
    const top = [
      ...['%FSLAX24Y24*%', '%MOIN*%', `%ADD10C,${(0.4 / 25.4).toFixed(6)}*%`, 'D10*'],
      ...[`X${inches(102)}Y${inches(53)}D02*`, `X${inches(118)}Y${inches(53)}D01*`, 'M02*'],
    ].join('\n')
    const { picture } = await draw({ ...set, 'b.gtl': top })
    expect(
      await materialsOf(picture('Top'), [
        [110, 53],
        [110, 53.3],
        [115, 55],
      ]),
    ).toEqual(['covered copper', 'covered board', 'nothing'])
  })
})

describe('a negative image', () => {
  /** Clears a disc of 2 mm at (105, 57), within which a bridge of copper is left. */
  const clearances = ['%LPD*%', ...flash('C,2', 105, 57), '%LPC*%', ...stroke(0.4, [103, 57], [107, 57])]
  const polarity = '%TF.FilePolarity,Negative*%'
  const places: [number, number][] = [
    [105, 57.5],
    [105, 57],
    [110, 55],
    [100.2, 50.2],
  ]
  const copper = [false, true, true, true]
  const of = (image: string, name = 'b.gbl') => ({
    'b.gtl': gerber(...stroke(0.4, [102, 53], [118, 53])),
    'b.gko': outline,
    [name]: image,
  })
  const isInverted = (name: string) =>
    `${name} is a negative image, so it is drawn inverted within the outline of the board.`

  test.each([
    ['an attribute', gerber(polarity, ...clearances)],
    ['an attribute in a comment', gerber('G04 #@! TF.FilePolarity,Negative*', ...clearances)],
    ['the old command', gerber('%IPNEG*%', ...clearances)],
    ['the old command among others', gerber('%IR0*IPNEG*%', ...clearances)],
  ])('by %s is drawn as copper within the outline', async (_, image) => {
    const { picture, notes, failures } = await draw(of(image))
    expect(failures).toEqual([])
    expect(await coveredOf(picture('b.gbl'), places)).toEqual(copper)
    expect(notes).toContain(isInverted('b.gbl'))
    const { red, green, blue } = (await pixelsOf(picture('Bottom')))(120 - 110, 60 - 55)
    const cleared = (await pixelsOf(picture('Bottom')))(120 - 105, 60 - 57.5)
    // The bare copper of the bottom side, and the board where it is cleared.
    expect([red, green, blue]).not.toEqual([cleared.red, cleared.green, cleared.blue])
  })

  test('in inches, with trailing zeros omitted, is drawn at the right place', async () => {
    const inches = (mm: number) => String(Math.round((mm / 25.4) * 1e4)).padStart(6, '0')
    const image = [
      'G04 Plane*',
      '%FSTAX24Y24*%',
      '%MOIN*%',
      '%IPNEG*%',
      `%ADD11C,${(2 / 25.4).toFixed(6)}*%`,
      'G54D11*',
      `X${inches(105)}Y${inches(57)}D03*`,
      'M02*',
    ]
    const { picture, failures } = await draw(of(image.join('\n')))
    expect(failures).toEqual([])
    expect(
      await coveredOf(picture('b.gbl'), [
        [105, 57],
        [105, 57.8],
        [105, 58.2],
        [119.8, 59.8],
      ]),
    ).toEqual([false, false, true, true])
  })

  test('is free of copper in the cutouts of the board', async () => {
    const cutout: [number, number][] = [
      [108, 54],
      [112, 54],
      [112, 56],
      [108, 56],
      [108, 54],
    ]
    const { picture } = await draw({
      ...of(gerber(polarity, ...clearances)),
      'b.gko': gerber(...stroke(0.1, ...corners), ...line(...cutout)),
    })
    expect(
      await coveredOf(picture('b.gbl'), [
        [110, 55],
        [113, 55],
      ]),
    ).toEqual([false, true])
  })

  test.each([
    [150, false],
    [95, true],
  ])('whose coordinates have five digits can be inverted within an outline at %i mm: %s', async (left, isPossible) => {
    const edge = corners.map(([x, y]): [number, number] => [x - 120 + left, y])
    const image = ['%FSTAX23Y23*%', '%MOMM*%', polarity, '%ADD11C,2*%', 'D11*', 'X00500Y00700D03*', 'M02*']
    const { notes } = await draw({ ...of(image.join('\n')), 'b.gko': gerber(...stroke(0.1, ...edge)) })
    expect(notes.includes(isInverted('b.gbl'))).toBe(isPossible)
  })

  test('by a job file is drawn inverted, even if the layer has attributes of its own', async () => {
    const image = gerber('%TF.FileFunction,Copper,L2,Inr,Plane*%', ...clearances)
    const job = JSON.stringify({
      FilesAttributes: [{ Path: 'plane.gbr', FileFunction: 'Copper,L2,Inr', FilePolarity: 'Negative' }],
    })
    const { picture, notes } = await draw({ ...of(image, 'plane.gbr'), 'b.gbrjob': job })
    expect(await coveredOf(picture('plane.gbr'), places)).toEqual(copper)
    expect(notes).toContain(isInverted('plane.gbr'))
  })

  test('that is inverted twice shows the copper', async () => {
    const { picture, notes } = await draw(of(gerber('%IPNEG*%', polarity, ...flash('C,2', 105, 57))))
    expect(await coveredOf(picture('b.gbl'), [[105, 57]])).toEqual([true])
    expect(notes.filter((note) => note.includes('negative'))).toEqual([])
  })

  test.each([
    ['without an outline', { 'b.gko': '' }, ''],
    ['with an outline that exceeds the limits', { 'b.gko': outline.replace('%ADD10', '%ADD12C,20000*%\n%ADD10') }, ''],
    ['that is repeated', {}, '%SRX2Y1I3J0*%'],
  ])('%s is drawn as it is and named', async (_, more, repeated) => {
    const { notes, sides } = await draw({ ...of(gerber(polarity, repeated, ...clearances)), ...more })
    expect(notes).toContain(
      'b.gbl is a negative image: the areas that it draws are free of copper. The bottom view omits this layer.',
    )
    expect(sides).toEqual(['Top'])
  })

  test('that is alone is named', async () => {
    const text = gerber('%TF.FileFunction,Copper,L2,Inr*%', polarity, ...clearances)
    const files = fabricationFiles('plane.gbr', strToU8(text))
    const { boards } = await renderFabrication(files, { strays: () => () => {} })
    expect(boards[0]?.notes).toEqual(['plane.gbr is a negative image: the areas that it draws are free of copper.'])
  })
})

test('flashes and lines with an aperture of size 0 leave no mark', async () => {
  const noSize = ['%ADD10C,0.000*%', 'D10*', `${at(102, 52)}D03*`, ...line([104, 51], [104, 58])]
  const { picture, failures } = await draw({ 'b.gtl': gerber(...noSize, ...flash('C,2', 110, 55)) })
  expect(failures).toEqual([])
  const places: [number, number][] = [
    [102, 52],
    [104, 55],
    [110, 55],
  ]
  expect(await coveredOf(picture('b.gtl'), places)).toEqual([false, false, true])
})
