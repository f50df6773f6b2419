import type { ChosenFiles, FileFacts } from './board/file-inspection.machine'
import { netText } from './board/net-list'
import { type LayoutNets, missingNets } from './rows/net-rules'
import { purposeWarnings } from './preflight-nets'
import type { FileType, RequestDraft } from './drafts/request-draft'
import type { RequestLocation } from './rows/row-locations'
import { comparable, isBlank, type PiRow, rowName, type Rows, type SiRow } from './request-rules'
import { rowProblemsOf } from './rows/row-problems'
import type { Warning } from './warning'

/** All warnings for a draft, those about files first. `facts` is null until the files have been read. */
export function preflightOf(draft: RequestDraft, facts: FileFacts | null): Warning[] {
  return [
    ...(facts ? fileWarnings(draft, facts) : []),
    ...netWarnings(draft, facts?.nets),
    ...(facts ? purposeWarnings(draft, facts) : []),
    ...repeatWarnings(draft),
  ]
}

/**
 * Whether at least one row is complete, so that it can be checked. Until then, the user only needs to know what the
 * rows lack.
 */
export function hasCompleteRow(rows: Rows): boolean {
  return rowProblemsOf(rows).length < rows.si.length + rows.pi.length
}

/** The kinds of content that show that the wrong file was selected. */
const misfits: Record<keyof ChosenFiles, string[]> = {
  layout: [
    'stackup',
    'touchstone',
    'ibis',
    'ami',
    'spice',
    'model',
    'image',
    'pdf',
    'document',
    'table',
    'audio',
    'video',
  ],
  stackup: ['netlist', 'touchstone', 'ibis', 'ami', 'spice', 'gerber', 'drill', 'model', 'audio', 'video'],
  material: ['board', 'netlist', 'gerber', 'drill', 'stackup', 'audio', 'video'],
}

function fileWarnings(draft: RequestDraft, facts: FileFacts): Warning[] {
  const at = (field: FileType) => ({ step: 1, rowId: null, field }) as const
  const warnings: Warning[] = facts.found
    .filter(({ choice, kind }) => misfits[choice].includes(kind))
    .map(({ choice, name, format }) => ({
      id: `kind-${choice}`,
      text: `${name} was chosen as the ${choice} file, but its format is ${format}.`,
      advice: 'Choose another file, or correct the type under Manage files.',
      place: at(choice),
    }))
  if (facts.hasOutline === false) {
    warnings.push({
      id: 'outline',
      text: 'The layout has no board outline.',
      advice: 'Draw the outline on its layer (Edge.Cuts in KiCad), or tell us the board size in a message.',
      place: at('layout'),
    })
  }
  if (facts.hasCopper === false) {
    warnings.push({
      id: 'copper',
      text: 'The layout has no copper: no tracks and no filled areas.',
      advice: 'Route the board, fill its zones, save it, and upload it again.',
      place: at('layout'),
    })
  }
  if (facts.hasStackup === false && draft.stackupFileId === null) {
    warnings.push({
      id: 'stackup',
      text: 'No stackup file is chosen, and the layout has no stackup.',
      advice: 'Choose a stackup file, so that thickness and permittivity are not guessed.',
      place: at('stackup'),
    })
  }
  const { copperLayers, stackupLayers } = facts
  if (copperLayers !== null && stackupLayers !== null && copperLayers !== stackupLayers) {
    const stackup = facts.found.find(({ choice }) => choice === 'stackup')?.name ?? 'The stackup file'
    warnings.push({
      id: 'stackup-layers',
      text: `${stackup} has ${stackupLayers} copper ${stackupLayers === 1 ? 'layer' : 'layers'}, but the layout has ${copperLayers}.`,
      advice: 'Choose the stackup file of this board, or no file if the layout contains its stackup.',
      place: at('stackup'),
    })
  }
  return warnings
}

const siNets = ['signal_nets', 'ground_nets', 'clock_signal'] as const
const piNets = ['power_net', 'ground_net'] as const

/** Warns about nets in the given fields of a row that do not exist in the layout, and links to the first such field. */
function netWarnings({ si, pi }: RequestDraft, layout: LayoutNets | undefined): Warning[] {
  if (!layout) return []
  const check = <Field extends RequestLocation['field'] & string>(
    [kind, step]: ['si', 2] | ['pi', 3],
    row: { id: number } & Record<Field, string | string[]>,
    index: number,
    fields: readonly Field[],
  ): Warning[] => {
    const missing = fields.flatMap((field) => missingNets([row[field]].flat(), layout).map((name) => ({ name, field })))
    const [first] = missing
    if (!first) return []
    const names = [...new Set(missing.map(({ name }) => name))]
    return [
      {
        id: `nets-${kind}-${row.id}`,
        text: `${rowName(kind, index + 1)} contains nets that are not in the layout: ${netText(names)}.`,
        advice: 'Choose nets from the list, or keep these if they are on another board.',
        place: { step, rowId: row.id, field: first.field },
      },
    ]
  }
  return [
    ...si.flatMap((row, index) => check(['si', 2], row, index, siNets)),
    ...pi.flatMap((row, index) => check(['pi', 3], row, index, piNets)),
  ]
}

/** Warns about identical rows, because they would be paid for twice. */
function repeatWarnings(draft: RequestDraft): Warning[] {
  const check = (step: 2 | 3, kind: 'si' | 'pi', rows: (SiRow | PiRow)[]): Warning[] => {
    const seen = new Map<string, number>()
    return rows.flatMap((row, index) => {
      const { id, ...fields } = row
      const what = comparable(row)
      const isEmpty = Object.values(fields).every(isBlank)
      const first = seen.get(what)
      if (first === undefined) seen.set(what, index + 1)
      if (first === undefined || isEmpty) return []
      return [
        {
          id: `repeat-${kind}-${id}`,
          text: `${rowName(kind, index + 1)} repeats row ${first}.`,
          advice: 'Remove one of the rows, unless you need both.',
          place: { step, rowId: id, field: null },
        },
      ]
    })
  }
  return [...check(2, 'si', draft.si), ...check(3, 'pi', draft.pi)]
}
