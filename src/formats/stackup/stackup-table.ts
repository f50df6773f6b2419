import { FormatError, quoted } from '../format-error'
import { inMillimeters, layerType, OUNCE, type Stackup, type StackupLayer } from '../stackup'

/** A stackup row from a table or a JSON list: the cell values by the headings in the file. */
export interface StackupRow {
  cells: ReadonlyMap<string, string | number | null>
  /** The line number, for error messages. */
  line: () => number
}

type Column = 'name' | 'type' | 'material' | 'thickness' | 'dk' | 'df' | 'weight'

/** Headings in lowercase, without units, punctuation or spaces. */
const columns = new Map<string, Column>([
  ...(['name', 'layer', 'layername', 'layerno', 'stackuplayer', 'subclassname'] as const).map(entry('name')),
  ...(['type', 'layertype', 'function', 'description', 'layerfunction'] as const).map(entry('type')),
  ...(['material', 'materialname', 'dielectricmaterial', 'construction'] as const).map(entry('material')),
  ...(['thickness', 'thk', 'height', 'finishedthickness', 'layerthickness'] as const).map(entry('thickness')),
  ...(['dk', 'er', 'εr', 'epsilon', 'epsilonr', 'constant', 'permittivity'] as const).map(entry('dk')),
  ...(['dielectricconstant', 'dielectricconst', 'relativepermittivity', 'dkvalue'] as const).map(entry('dk')),
  ...(['df', 'tand', 'tanδ', 'losstangent', 'losstan', 'dissipationfactor', 'dfvalue'] as const).map(entry('df')),
  // German, and the weights in both languages
  ...(['lage', 'lagenname', 'lagenbezeichnung', 'bezeichnung', 'schicht'] as const).map(entry('name')),
  ...(['typ', 'lagentyp', 'art', 'funktion'] as const).map(entry('type')),
  ...(['werkstoff', 'materialbezeichnung'] as const).map(entry('material')),
  ...(['dicke', 'stärke', 'schichtdicke', 'lagendicke', 'enddicke', 'höhe'] as const).map(entry('thickness')),
  ...(['permittivität', 'dielektrizitätskonstante', 'dielektrizitätszahl'] as const).map(entry('dk')),
  ...(['verlustfaktor', 'verlusttangens', 'verlustwinkel'] as const).map(entry('df')),
  ...(['kupfergewicht'] as const).map(entry('weight')),
  ...(['copperweight', 'cuweight', 'weight', 'copper', 'cu'] as const).map(entry('weight')),
])

function entry(column: Column): (heading: string) => [string, Column] {
  return (heading) => [heading, column]
}

const units = new Map([
  ['mm', 1],
  ['um', 0.001],
  ['µm', 0.001],
  ['μm', 0.001],
  ['micron', 0.001],
  ['microns', 0.001],
  ['mil', 0.0254],
  ['mils', 0.0254],
  ['thou', 0.0254],
  ['in', 25.4],
  ['inch', 25.4],
  ['oz', OUNCE],
])

/** No board is thicker than this (mm). A larger total means that the file uses another unit. */
const MAX_THICKNESS = 20

const unitOfHeading = /[[(_\s](mm|[uµμ]m|microns?|mils?|thou|inch|in|oz)[\])]?\s*$/i

/** Longer strings are not headings. */
const MAX_HEADING_LENGTH = 80

interface Heading {
  column: Column
  /** The length of one unit in mm, or null if the file does not specify the unit. */
  unit: number | null
}

/** Identifies a column by its heading. Returns undefined if the column is not relevant to a stackup. */
export function headingOf(text: string): Heading | undefined {
  if (text.length > MAX_HEADING_LENGTH) return undefined
  const unit = unitOfHeading.exec(text)?.[1]?.toLowerCase()
  const withoutBrackets = text.replace(/\(.*?\)|\[.*?\]/g, '').toLowerCase()
  const plain = (part: string) => part.replace(/[^\p{L}\d]/gu, '')
  const column =
    columns.get(plain(withoutBrackets)) ??
    (unit === undefined ? undefined : columns.get(plain(withoutBrackets.slice(0, -unit.length))))
  return column && { column, unit: unit === undefined ? null : (units.get(unit) ?? null) }
}

/**
 * Builds layers, top first, from rows whose headings `headingOf` recognizes. Lengths are converted to mm using the
 * units in the file.
 */
export function stackupOfRows(rows: StackupRow[], format: string): Stackup {
  let isUnitKnown = false
  const headings = new Map<string, Heading | undefined>()
  const layers: StackupLayer[] = []
  for (const row of rows) {
    const cells = new Map<Column, { value: string | number | null; unit: number | null }>()
    for (const [text, value] of row.cells) {
      if (!headings.has(text)) headings.set(text, headingOf(text))
      const heading = headings.get(text)
      if (heading && !cells.has(heading.column)) cells.set(heading.column, { value, unit: heading.unit })
    }
    const textOf = (column: Column) => String(cells.get(column)?.value ?? '').trim()
    const number = (column: Column) => quantity(cells.get(column)?.value ?? null, column, row, format)
    const thickness = number('thickness')
    const name = textOf('name')
    if (/^(?:total|overall|sum\b|finished|gesamt|summe)/i.test(name) || (name === '' && thickness === null)) continue

    const unit = thickness?.unit ?? cells.get('thickness')?.unit ?? null
    if (thickness && unit !== null) isUnitKnown = true
    const isWeight = unit === OUNCE
    const weight = number('weight')?.value ?? (isWeight ? (thickness?.value ?? null) : null)
    layers.push({
      name,
      type: layerType(textOf('type'), name),
      thickness: thickness
        ? inMillimeters(thickness.value, unit ?? 1)
        : weight === null
          ? null
          : inMillimeters(weight, OUNCE),
      material: textOf('material') || null,
      dk: number('dk')?.value ?? null,
      df: number('df')?.value ?? null,
      copperWeight: weight,
    })
  }
  if (layers.length === 0) throw new FormatError(format, { line: rows[0]?.line() ?? 1 }, 'layers', 'none')
  const total = layers.reduce((sum, layer) => sum + (layer.thickness ?? 0), 0)
  if (!isUnitKnown && total > MAX_THICKNESS) {
    const expected = 'a unit for the thickness, as in "Thickness (um)"'
    throw new FormatError(
      format,
      { line: rows[0]?.line() ?? 1 },
      expected,
      `thicknesses without a unit that would add up to ${Math.round(total)} mm`,
    )
  }
  return { layers }
}

const emptyValue = /^(?:|-+|–|—|n\/?a|none|null)$/i

/** Parses a number with an optional unit: `0.035`, `35 µm`, `0,5oz`. Returns null for an empty value, such as `n/a`. */
function quantity(
  value: string | number | null,
  column: Column,
  { line }: StackupRow,
  format: string,
): { value: number; unit: number | null } | null {
  const text = String(value ?? '').trim()
  if (emptyValue.test(text)) return null
  const [, digits, unit] = /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,2})?)\s*([a-zµμ]*)$/i.exec(text) ?? []
  const scale = unit ? units.get(unit.toLowerCase()) : null
  const number = Number(digits?.replace(',', '.'))
  if (digits === undefined || scale === undefined || !Number.isFinite(number) || number < 0) {
    throw new FormatError(format, { line: line() }, `a number of at least 0 for ${labels[column]}`, quoted(text))
  }
  return { value: number, unit: scale }
}

const labels: Readonly<Record<Column, string>> = {
  name: 'the name',
  type: 'the type',
  material: 'the material',
  thickness: 'the thickness',
  dk: 'the dielectric constant',
  df: 'the loss tangent',
  weight: 'the copper weight',
}
