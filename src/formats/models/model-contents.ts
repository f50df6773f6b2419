import { type Heading, ibisHeadings, spiceHeadings } from './model-headings'
import { type AmiBranch, readAmi } from './ami'
import { type IbisModel, readIbisModels } from './ibis'
import { readSpiceSummary, type SpiceSummary } from './spice'

/** The data that the preview of a model file shows in addition to the text. */
export interface ModelContents {
  headings: Heading[]
  /** Only the models that have curves. */
  models: IbisModel[]
  summary: SpiceSummary | null
  parameters: AmiBranch | null
}

/** Reads a model file. `kind` is the file kind that was detected from its content. */
export function modelContents(text: string, kind: string): ModelContents {
  const nothing: ModelContents = { headings: [], models: [], summary: null, parameters: null }
  if (kind === 'ami') return { ...nothing, parameters: readAmi(text) }
  if (kind === 'ibis') {
    return { ...nothing, headings: ibisHeadings(text), models: readIbisModels(text).filter(hasCurves) }
  }
  return { ...nothing, headings: spiceHeadings(text), summary: readSpiceSummary(text) }
}

const hasCurves = ({ curves }: IbisModel) => curves.length > 0
