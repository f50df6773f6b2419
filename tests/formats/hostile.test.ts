import { describe, expect, test } from 'vitest'

import { boardFacts } from '../../src/formats/worker/board-facts'
import { kindOf } from '../../src/formats/file-kind'
import { FormatError } from '../../src/formats/format-error'
import { ibisHeadings, spiceHeadings } from '../../src/formats/models/model-headings'
import { groupNets } from '../../src/formats/nets/net-groups'
import { readNets } from '../../src/formats/nets/nets'
import { readStackup } from '../../src/formats/stackup/stackups'
import { readTouchstone } from '../../src/formats/touchstone/touchstone'
import { processorTimeOf } from '../support/cpu-growth'

const SIZE = 300_000
const of = (piece: string) => piece.repeat(SIZE / piece.length)
const numbered = (make: (at: number) => string, count = 6000) =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n')

/**
 * Files of a few hundred kilobytes that would hang a reader with quadratic running time or a backtracking regular
 * expression.
 */
const files: [name: string, content: string][] = [
  ['x.csv', `Layer,Thickness\n${of('(')}`],
  ['x.csv', `${of('(')},Layer,Thickness\na,b,1`],
  ['x.csv', of('Layer,Thickness\n')],
  ['x.csv', of('"')],
  ['x.json', `{"layers":[${numbered((at) => `{"name":"n${at}","thickness":0.0001},`)}{"name":"z","thickness":"x"}]}`],
  ['x.json', of('[')],
  [
    'x.xml',
    `<IPC-2581>${numbered((at) => `<Spec name="s${at}"/><StackupLayer layerOrGroupRef="l${at}"/>`)}</IPC-2581>`,
  ],
  ['x.xml', `<IPC-2581>${'<Profile>'.repeat(900)}${of('<a x="1" y="1"/>')}`],
  ['x.xml', `<IPC-2581 ${numbered((at) => `a${at}="1"`)}/>`],
  ['x.kicad_pcb', `(kicad_pcb (layers ${numbered((at) => `(${at} "L${at}" signal)`)})`],
  ['x.kicad_pcb', `(kicad_pcb ${of('(gr_arc (start 0 0) (mid 1e9 1) (end 2e9 0) (layer Edge.Cuts))')})`],
  ['x.kicad_pcb', `(kicad_pcb ${of('(gr_line (start 0 0) (end 0 0) (layer Edge.Cuts))')})`],
  ['x.kicad_pcb', `(kicad_pcb ${numbered((at) => `(net ${at} "${'_D1+P'.repeat(8)}${at}")`)})`],
  ['x.kicad_pcb', `(kicad_pcb (net 1 "${of('_P')}") (net 2 "${of('1')}") (net 3 "${of('+_')}") (net 4 "${of('D1')}"))`],
  ['x.net', `(\n${of('a-1\n')}`],
  ['x.tel', `$NETS\n${of(' ')};`],
  ['x.ipc', of('317GND              R1    -1\n')],
  ['x.s2p', of('1 ')],
  ['x.s2p', of('!\n')],
  ['x.s2p', of('1e-400 ')],
  ['x.ibs', `[IBIS ver] 5.0\n${of('[Model] x\n')}`],
  ['x.cir', of('.subckt x\n')],
]

describe('a malicious file', () => {
  test.each(files.map(([name, content]) => [name, `${content.slice(0, 60)}…`, content] as const))(
    '%s %j',
    (name, _, content) => {
      const bytes = new TextEncoder().encode(content)
      const attempts = [
        () => kindOf(name, bytes),
        () => {
          const found = readNets(name, bytes)
          if ('nets' in found) groupNets(found.nets)
        },
        () => boardFacts(name, bytes),
        () => readStackup(name, bytes),
        () => [...readTouchstone(name, bytes)],
        () => ibisHeadings(content),
        () => spiceHeadings(content),
      ]
      const microseconds = processorTimeOf(() => {
        for (const attempt of attempts) {
          try {
            attempt()
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError)
          }
        }
      })
      expect(microseconds).toBeLessThan(5_000_000)
    },
  )
})
