import { describe, expect, test } from 'vitest'

import { boxOf } from '../../../src/formats/board/board-box'
import { sizeOf } from '../../../src/formats/board/outline'
import { readIpc2581 } from '../../../src/formats/ipc2581/ipc2581'

const square = (x: number, size: number) =>
  `<Features><Contour><Polygon><PolyBegin x="${x}" y="0"/><PolyStepSegment x="${x + size}" y="0"/>
  <PolyStepSegment x="${x + size}" y="${size}"/><PolyStepSegment x="${x}" y="${size}"/></Polygon></Contour></Features>`
const profile = (size: number) =>
  `<Profile><Polygon><PolyBegin x="0" y="0"/><PolyStepSegment x="${size}" y="0"/><PolyStepSegment x="${size}" y="${size}"/>
  <PolyStepSegment x="0" y="${size}"/></Polygon></Profile>`
const features = (layer: string, ...sets: string[]) =>
  `<LayerFeature layerRef="${layer}">${sets.join('')}</LayerFeature>`
const read = (layers: string, ...steps: string[]) =>
  readIpc2581(
    new TextEncoder().encode(`<IPC-2581 revision="C"><Ecad><CadHeader units="MILLIMETER"/><CadData>
      ${layers}${steps.join('')}</CadData></Ecad></IPC-2581>`),
  )
const conductor = (name: string, more = '') => `<Layer name="${name}" layerFunction="CONDUCTOR" ${more}/>`
const step = (name: string, ...content: string[]) => `<Step name="${name}">${content.join('')}</Step>`

describe('IPC-2581 with negative polarity', () => {
  test('features that remove copper are not drawn as copper, and a remark says so', () => {
    const set = (polarity: string, x: number) => `<Set net="GND" ${polarity}>${square(x, 2)}</Set>`
    const board = read(
      conductor('TOP'),
      step('pcb', features('TOP', set('', 0), set('polarity="NEGATIVE"', 10), set('polarity="POSITIVE"', 20))),
    )
    expect(board.fills.starts).toHaveLength(3)
    expect(boxOf(board.fills.points)).toMatchObject({ left: 0, right: 22 })
    expect(board.remarks).toEqual(['1 feature of negative polarity is not drawn. The copper that it removes is shown.'])
  })

  test('a layer that is a negative has no copper, and is reported', () => {
    const layers = conductor('TOP') + conductor('GND', 'polarity="NEGATIVE"')
    const board = read(
      layers,
      step('pcb', features('TOP', `<Set>${square(0, 2)}</Set>`), features('GND', `<Set>${square(0, 9)}</Set>`)),
    )
    expect([...board.fills.layer]).toEqual([0])
    expect(board.remarks).toEqual(['The copper of GND is not drawn, because the layer is a negative.'])
  })
})

test('the pads of revision A are drawn on positive layers only, whichever layer is declared last', () => {
  const pad = (layer: string) =>
    `<LayerPad layerRef="${layer}"><Location x="1" y="1"/><Circle diameter="1"/><PinRef componentRef="U1" pin="1"/></LayerPad>`
  const layers = conductor('TOP') + conductor('GND', 'polarity="NEGATIVE"')
  const board = read(layers, step('pcb', `<PadStack net="GND">${pad('TOP')}${pad('GND')}</PadStack>`))
  expect(board.pads.map(({ layers: on }) => on)).toEqual([[0]])
})

test('a copper layer that is declared twice is one layer, and other layers are not copper', () => {
  const layers = `${conductor('TOP')}<Layer name="MASK" layerFunction="SOLDERMASK"/>${conductor('TOP')}${conductor('BOT')}`
  const board = read(layers, step('pcb', features('BOT', `<Set>${square(0, 2)}</Set>`)))
  expect(board.copper).toEqual(['TOP', 'BOT'])
  expect([...board.fills.layer]).toEqual([1])
})

describe('IPC-2581 with several steps', () => {
  const pcb = step('pcb', profile(20), features('TOP', `<Set net="GND">${square(0, 2)}</Set>`))
  const widthOf = ({ outline }: ReturnType<typeof read>) => sizeOf(outline)?.width

  test.each([
    ['before', (panel: string) => [panel, pcb]],
    ['after', (panel: string) => [pcb, panel]],
  ])('the board is drawn, and not the panel %s it', (_, order) => {
    const panel = step('panel', profile(100), '<StepRepeat stepRef="pcb" x="5" y="5" nx="2" ny="2"/>')
    const board = read(conductor('TOP'), ...order(panel))
    expect(widthOf(board)).toBeCloseTo(20, 9)
    expect(board.fills.starts).toHaveLength(2)
    expect(board.remarks).toEqual([])
  })

  test('a step without copper, such as a drawing, does not hide the board', () => {
    const board = read(conductor('TOP'), step('drawing', profile(300)), pcb)
    expect(widthOf(board)).toBeCloseTo(20, 9)
    expect(board.remarks).toEqual([])
  })

  test('a second board is reported', () => {
    const board = read(
      conductor('TOP'),
      pcb,
      step('other', profile(50), features('TOP', `<Set>${square(30, 2)}</Set>`)),
    )
    expect(widthOf(board)).toBeCloseTo(20, 9)
    expect(board.remarks).toEqual(['Only the first of 2 boards in the file is drawn.'])
  })

  describe('of which the content names one', () => {
    const other = step('other', profile(50), features('TOP', `<Set>${square(30, 2)}</Set>`))
    const drawing = step('drawing', profile(300))
    const repeat = (name: string) => `<StepRepeat stepRef="${name}" x="5" y="5" nx="2" ny="2"/>`
    const panel = (name: string, ...repeated: string[]) => step(name, profile(100), ...repeated.map(repeat))
    const readNamed = (names: string[], ...steps: string[]) =>
      readIpc2581(
        new TextEncoder().encode(`<IPC-2581 revision="C"><Content roleRef="Owner"><FunctionMode mode="USERDEF"/>
          ${names.map((name) => `<StepRef name="${name}"/>`).join('')}</Content><Bom name="b"><BomHeader assembly="a">
          <StepRef name="unrelated"/></BomHeader></Bom><Ecad><CadHeader units="MILLIMETER"/><CadData>
          ${conductor('TOP')}${steps.join('')}</CadData></Ecad></IPC-2581>`),
      )

    test.each([
      ['first', ['pcb'], [pcb, other], 20],
      ['last', ['other'], [pcb, other], 50],
      ['a step with copper, after one without', ['drawing', 'other'], [pcb, drawing, other], 50],
    ])('%s: it is drawn', (_, names, steps, width) => {
      const board = readNamed(names, ...steps)
      expect(widthOf(board)).toBeCloseTo(width, 9)
      expect(board.fills.starts).toHaveLength(2)
      expect(board.remarks).toEqual([])
    })

    test.each([
      ['a panel: the board that it repeats', ['panel'], [pcb, panel('panel', 'other'), other], 50],
      [
        'a panel of panels: the board in it',
        ['array'],
        [pcb, panel('array', 'panel'), panel('panel', 'other'), other],
        50,
      ],
      ['a panel and its board: the board', ['panel', 'other'], [pcb, panel('panel', 'other'), other], 50],
      ['a step without copper: the first board', ['drawing'], [drawing, pcb, panel('panel', 'pcb')], 20],
      ['a step that the file does not have: the first board', ['none'], [panel('panel', 'pcb'), pcb], 20],
      ['a panel that repeats itself: the first board', ['panel'], [panel('panel', 'panel'), pcb], 20],
    ])('%s is drawn', (_, names, steps, width) => {
      const board = readNamed(names, ...steps)
      expect(widthOf(board)).toBeCloseTo(width, 9)
      expect(board.fills.starts).toHaveLength(2)
      expect(board.remarks).toEqual([])
    })

    test('several boards: the first is drawn, and the number is that of the named ones', () => {
      const third = step('third', profile(60), features('TOP', `<Set>${square(30, 2)}</Set>`))
      const board = readNamed(['third', 'other'], pcb, other, third)
      expect(widthOf(board)).toBeCloseTo(50, 9)
      expect(board.remarks).toEqual(['Only the first of 2 boards in the file is drawn.'])
    })
  })
})
