import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { fabricationFiles } from '../../../src/formats/gerber/fabrication'
import { boardSets } from '../../../src/formats/gerber/board-sets'
import { renderFabrication } from '../../../src/formats/gerber/gerber-renderer'
import { gerberSets } from './gerber-sets'
import { hasRealFile, realFile } from '../sample-files'
import measured from './gerbonara.json'

type Measured = { sets: Record<string, { roles: Record<string, string>; sizes: Record<string, number[]> } | undefined> }
const { sets: expected } = measured as unknown as Measured

/**
 * Files that gerbonara 1.5.0 misidentifies. It takes the third of the four copper layers for the bottom, and the
 * outline from DipTrace for solder paste, by a rule that its source marks as unverified.
 */
const mistaken = new Set(['l3_pwr.art', 'l4_secondary.art', 'pump_BoardOutline.gbr'])

const zipOf = (set: Record<string, string>, folder = '') =>
  zipSync(Object.fromEntries(Object.entries(set).map(([name, text]) => [folder + name, strToU8(text)])))
const draw = (zip: Uint8Array) => renderFabrication(fabricationFiles('set.zip', zip), { strays: () => () => {} })

describe.each(Object.keys(gerberSets))('the set of %s', (tool) => {
  const set = gerberSets[tool] ?? {}

  test('has the layers that gerbonara finds', () => {
    const [board, ...others] = boardSets(fabricationFiles('set.zip', zipOf(set)))
    expect(others).toEqual([])
    const roles = new Map(board?.files.map(({ name, role: { side, type } }) => [name, `${side} ${type}`]))
    expect([...roles.keys()].toSorted()).toEqual(Object.keys(set).toSorted())
    for (const [name, role] of Object.entries(expected[tool]?.roles ?? {})) {
      if (!mistaken.has(name)) expect({ name, role: roles.get(name) }).toEqual({ name, role })
    }
  })

  test('is drawn as a board of 20 by 10 mm, with layers of the sizes that gerbonara measures', async () => {
    const { boards, failures } = await draw(zipOf(set))
    expect(failures).toEqual([])
    expect(boards).toHaveLength(1)
    for (const { size } of boards[0]?.sides ?? []) {
      expect(size.width).toBeCloseTo(20, 2)
      expect(size.height).toBeCloseTo(10, 2)
    }
    expect(boards[0]?.sides.map(({ title }) => title)).toEqual(['Top', 'Bottom'])
    for (const { title, size } of boards[0]?.layers ?? []) {
      const [width, height] = expected[tool]?.sizes[title] ?? [size.width, size.height]
      expect({ title, width: size.width }).toEqual({ title, width: expect.closeTo(width ?? 0, 2) as number })
      expect({ title, height: size.height }).toEqual({ title, height: expect.closeTo(height ?? 0, 2) as number })
    }
  })
})

const realSets = ['diptrace-set', 'eagle-newer-set', 'interposer-x2']
describe.skipIf(!hasRealFile('gerber'))('real sets', () => {
  test.each(realSets.filter((name) => hasRealFile(`gerber/${name}.zip`)))(
    '%s has the layers that gerbonara finds, with their sizes',
    async (name) => {
      const zip = new Uint8Array(realFile(`gerber/${name}.zip`))
      const { roles: wanted, sizes } = expected[name] ?? { roles: {}, sizes: {} }
      const found = boardSets(fabricationFiles('set.zip', zip)).flatMap(({ files }) => files)
      const roles = new Map(found.map((file) => [file.name, `${file.role.side} ${file.role.type}`]))
      for (const [file, role] of Object.entries(wanted)) expect({ file, role: roles.get(file) }).toEqual({ file, role })
      const { boards, failures } = await draw(zip)
      // Layers without a size are empty.
      const empty = Object.entries(wanted).filter(([file, role]) => !sizes[file] && !/drill|outline/.test(role))
      expect(failures.toSorted()).toEqual(empty.map(([file]) => `${file}: it draws nothing`).toSorted())
      const drawn = new Map(boards.flatMap(({ layers }) => layers.map(({ title, size }) => [title, size] as const)))
      for (const [file, [width = 0, height = 0]] of Object.entries(sizes)) {
        expect({ file, ...drawn.get(file) }).toEqual({
          file,
          width: expect.closeTo(width, 2),
          height: expect.closeTo(height, 2),
        })
      }
    },
  )
})

describe('roles', () => {
  test('come from the attributes, even if a name suggests another', () => {
    const [board] = boardSets(fabricationFiles('set.zip', zipOf(gerberSets['altium x2'] ?? {})))
    expect(board?.files.find(({ name }) => name === 'GTL.gbr')?.role).toMatchObject({
      type: 'soldermask',
      side: 'bottom',
    })
  })

  // In Altium's list of extensions, .G1 and following are signal layers and .GP1 and following are planes, each numbered
  // from the top on their own. The films of Allegro are named after the layers of the design.
  test.each<[tool: string, copper: string[]]>([
    [
      'altium with twelve layers',
      [
        ...['PCB1.GTL: top', 'PCB1.G1: inner 1', 'PCB1.G2: inner 2', 'PCB1.G3: inner 3', 'PCB1.G4: inner 4'],
        ...['PCB1.G5: inner 5', 'PCB1.G6: inner 6', 'PCB1.GP1: inner 1', 'PCB1.GP2: inner 2', 'PCB1.GP3: inner 3'],
        ...['PCB1.GP4: inner 4', 'PCB1.GBL: bottom'],
      ],
    ],
    [
      'allegro with twelve layers',
      [
        ...['TOP.art: top', 'L2_GND.art: inner 2', 'L3_PWR.art: inner 3', 'L4_SIG.art: inner 4', 'L5_GND.art: inner 5'],
        ...['L6_PWR.art: inner 6', 'L7_SIG.art: inner 7', 'L8_GND.art: inner 8', 'L9_PWR.art: inner 9'],
        ...['L10_SIG.art: inner 10', 'L11_GND.art: inner 11', 'BOTTOM.art: bottom'],
      ],
    ],
    [
      'numbered films of twelve layers',
      [
        ...['main.l01: top 1', 'main.l02: inner 2', 'main.l03: inner 3', 'main.l04: inner 4', 'main.l05: inner 5'],
        ...['main.l06: inner 6', 'main.l07: inner 7', 'main.l08: inner 8', 'main.l09: inner 9', 'main.l10: inner 10'],
        ...['main.l11: inner 11', 'main.l12: bottom 12'],
      ],
    ],
  ])('come from the names if there are no attributes: %s', (tool, copper) => {
    const [board] = boardSets(fabricationFiles('set.zip', zipOf(gerberSets[tool] ?? {})))
    const found = board?.files.filter(({ role }) => role.type === 'copper') ?? []
    expect(found.map(({ name, role }) => `${name}: ${[role.side, role.number].join(' ').trim()}`)).toEqual(copper)
  })

  test('come from a job file if the layers have no attributes', () => {
    const { 'a.gbr': top = '', 'b.gbr': bottom = '' } = gerberSets['altium x2'] ?? {}
    const bare = (text: string) => text.replace(/^%TF.*\n/, '')
    const job = JSON.stringify({
      FilesAttributes: [
        { Path: 'one.gbr', FileFunction: 'Copper,L1,Top', FilePolarity: 'Positive' },
        { Path: 'two.gbr', FileFunction: 'Copper,L2,Bot', FilePolarity: 'Negative' },
      ],
    })
    const files = fabricationFiles('s.zip', zipOf({ 'one.gbr': bare(top), 'two.gbr': bare(bottom), 'j.gbrjob': job }))
    expect(files.map(({ role }) => role)).toEqual([
      { type: 'copper', side: 'top', number: 1 },
      { type: 'copper', side: 'bottom', number: 2, isNegative: true },
    ])
  })
})

describe('faults', () => {
  const set = gerberSets['p-cad'] ?? {}

  test('an outline whose ends differ by a nanometer is closed, and its cutout is cut out', async () => {
    const text = readFileSync(path.join(import.meta.dirname, '../samples/edge.gko'), 'utf8')
    const { boards } = await draw(zipOf({ ...set, 'ZX.GKO': text }))
    const [top] = boards[0]?.sides ?? []
    expect(top?.size.width).toBeCloseTo(20, 4)
    expect(top?.size.height).toBeCloseTo(10, 4)
    expect(boards[0]?.notes.filter((note) => note.includes('outline'))).toEqual([])
    // One path of two contours, filled by the even-odd rule.
    const clip = /<clipPath[^>]*>(.*?)<\/clipPath>/.exec(top?.svg ?? '')?.[1] ?? ''
    expect(clip.match(/M /g)).toHaveLength(2)
  })

  test('an open outline is reported, and nothing is cut away', async () => {
    const open = (set['ZX.GKO'] ?? '').replace(/X0Y0D01\*\n/, '')
    const { boards } = await draw(zipOf({ ...set, 'ZX.GKO': open }))
    expect(boards[0]?.notes).toContainEqual(
      'The outline is open: its ends are 10 mm apart. The edge of the layers is shown instead.',
    )
  })

  test('a truncated file is drawn and marked', async () => {
    const { boards } = await draw(zipOf({ ...set, 'ZX.GTL': (set['ZX.GTL'] ?? '').replace('M02*', '') }))
    expect(boards[0]?.notes).toContainEqual('ZX.GTL ends without its end command (M02): the file may be incomplete.')
  })

  test('an empty side and a missing outline are reported', async () => {
    const { 'ZX.GTL': top = '', 'ZX.DRL': drill = '' } = set
    const { boards } = await draw(zipOf({ 'ZX.GTL': top, 'ZX.DRL': drill }))
    expect(boards[0]?.sides.map(({ title }) => title)).toEqual(['Top'])
    expect(boards[0]?.notes).toEqual([
      'The top side has no solder mask, so its copper is bare.',
      'The bottom side is not drawn: the set has no layer for it.',
      'The set has no outline, so the edge of its layers is shown instead.',
    ])
  })

  test('a negative plane is not drawn as copper', async () => {
    const negative = `%TF.FileFunction,Copper,L2,Bot*%\n%TF.FilePolarity,Negative*%\n${set['ZX.GBL'] ?? ''}`
    const { boards } = await draw(zipOf({ ...set, 'ZX.GBL': negative }))
    expect(boards[0]?.notes).toContainEqual(
      'ZX.GBL is a negative image, so it is drawn inverted within the outline of the board.',
    )
  })

  test('several boards in one zip are separated: by folder, by inner zip, and by name', async () => {
    const one = gerberSets.altium ?? {}
    const folders = { ...folder('left/', set), ...folder('right/gerber/', one) }
    expect((await draw(zipOf(folders))).boards.map(({ name, layers }) => [name, layers.length])).toEqual([
      ['left', 6],
      ['gerber', 12],
    ])
    const zips = zipSync({ 'left.zip': zipOf(set), 'right.zip': zipOf(one) })
    expect((await draw(zips)).boards.map(({ name }) => name)).toEqual(['left', 'right'])
    const pump = gerberSets.diptrace ?? {}
    const fan = Object.fromEntries(Object.entries(pump).map(([name, text]) => [name.replace('pump', 'fan'), text]))
    expect((await draw(zipOf({ ...pump, ...fan }))).boards.map(({ name, layers }) => [name, layers.length])).toEqual([
      ['pump', 6],
      ['fan', 6],
    ])
  })

  test('one board in several folders is not split', async () => {
    const { 'ZX.DRL': drill = '', ...layers } = set
    const { boards } = await draw(zipOf({ ...folder('Gerber/', layers), ...folder('Drill/', { 'ZX.DRL': drill }) }))
    expect(boards.map(({ layers: drawn }) => drawn.length)).toEqual([6])
  })
})

const folder = (name: string, set: Record<string, string>) =>
  Object.fromEntries(Object.entries(set).map(([inner, text]) => [name + inner, text]))
