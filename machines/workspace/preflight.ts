import type { ChosenFiles, FileFacts } from './file-inspection.machine'
import { type LayoutNets, missingNets, netText } from './net-rules'
import { type PiRow, type RequestDraft, rowName, type SiRow } from './request-rules'

/**
 * The pre-flight: what an engineer would ask back about before starting the simulation. It warns and never blocks, since
 * the person may know better.
 */
export type Warning = {
  /** Stable while its cause stands. */
  id: string
  text: string
  advice: string
  /** Where it can be mended. */
  step: 1 | 2 | 3
  /** The row it speaks of, in steps 2 and 3. */
  rowId: number | null
}

/** Every warning for a draft, the files first. `facts` is null while the files are unread. */
export function preflightOf(draft: RequestDraft, facts: FileFacts | null): Warning[] {
  return [...(facts ? fileWarnings(draft, facts) : []), ...netWarnings(draft, facts?.nets), ...repeatWarnings(draft)]
}

/** What a file's content can be when it is surely not what the file was chosen for. */
const misfits: Record<keyof ChosenFiles, string[]> = {
  layout: ['stackup', 'touchstone', 'ibis', 'spice', 'model', 'image', 'pdf', 'document', 'table', 'audio', 'video'],
  stackup: ['netlist', 'touchstone', 'ibis', 'spice', 'gerber', 'drill', 'model', 'audio', 'video'],
  material: ['board', 'netlist', 'gerber', 'drill', 'stackup', 'audio', 'video'],
}

function fileWarnings(draft: RequestDraft, facts: FileFacts): Warning[] {
  const warnings: Omit<Warning, 'step' | 'rowId'>[] = facts.found
    .filter(({ choice, kind }) => misfits[choice].includes(kind))
    .map(({ choice, name, format }) => ({
      id: `kind-${choice}`,
      text: `${name} was chosen as the ${choice} file, and its content is of the format ${format}.`,
      advice: 'Choose another file, or change its type in the file manager.',
    }))
  if (facts.hasOutline === false) {
    warnings.push({
      id: 'outline',
      text: 'The layout has no board outline.',
      advice: 'Draw the outline on its layer (Edge.Cuts in KiCad), or tell us the board size in a message.',
    })
  }
  if (facts.hasCopper === false) {
    warnings.push({
      id: 'copper',
      text: 'The layout has no copper: no track and no filled area.',
      advice: 'Route the board and fill its zones before you save it, then upload it again.',
    })
  }
  if (facts.hasStackup === false && draft.stackupFileId === null) {
    warnings.push({
      id: 'stackup',
      text: 'No stackup file is chosen, and the layout holds none.',
      advice: 'Choose a stackup file, so that thickness and permittivity are not guessed.',
    })
  }
  return warnings.map((warning) => ({ ...warning, step: 1, rowId: null }))
}

const siNets = ({ signal_nets, ground_nets, clock_signal }: SiRow) => [signal_nets, ground_nets, clock_signal]
const piNets = ({ power_net, ground_net }: PiRow) => [power_net, ground_net]

function netWarnings(draft: RequestDraft, layout: LayoutNets | undefined): Warning[] {
  if (!layout) return []
  const check = (step: 2 | 3, kind: 'si' | 'pi', row: SiRow | PiRow, index: number, texts: string[]): Warning[] => {
    const missing = [...new Set(texts.flatMap((text) => missingNets(text, layout)))]
    if (missing.length === 0) return []
    return [
      {
        id: `nets-${kind}-${row.id}`,
        text: `${rowName(kind, index + 1)} names nets that the layout does not have: ${netText(missing)}.`,
        advice: 'Choose them from the list, or leave them if they are on another board.',
        step,
        rowId: row.id,
      },
    ]
  }
  return [
    ...draft.si.flatMap((row, index) => check(2, 'si', row, index, siNets(row))),
    ...draft.pi.flatMap((row, index) => check(3, 'pi', row, index, piNets(row))),
  ]
}

/** Two rows that ask for the same would be paid twice. */
function repeatWarnings(draft: RequestDraft): Warning[] {
  const check = (step: 2 | 3, kind: 'si' | 'pi', rows: (SiRow | PiRow)[]): Warning[] => {
    const seen = new Map<string, number>()
    return rows.flatMap((row, index) => {
      const { id, ...fields } = row
      const what = JSON.stringify(Object.values(fields).map((text) => text.trim().toLowerCase()))
      const isEmpty = Object.values(fields).every((text) => text.trim() === '')
      const first = seen.get(what)
      if (first === undefined) seen.set(what, index + 1)
      if (first === undefined || isEmpty) return []
      return [
        {
          id: `repeat-${kind}-${id}`,
          text: `${rowName(kind, index + 1)} asks for the same as row ${first}.`,
          advice: 'Remove one of them, unless you want it twice.',
          step,
          rowId: id,
        },
      ]
    })
  }
  return [...check(2, 'si', draft.si), ...check(3, 'pi', draft.pi)]
}
