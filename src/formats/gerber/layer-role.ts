import { roleOfName } from './layer-names'
import type { LayerRole, LayerRoleType } from './layer-types'

/** File attributes are at the beginning of a file, so only this many characters are searched. */
const headLength = 16_384

const functions: Record<string, LayerRoleType> = {
  copper: 'copper',
  soldermask: 'soldermask',
  legend: 'silkscreen',
  paste: 'solderpaste',
  profile: 'outline',
  plated: 'drill',
  nonplated: 'drill',
}

/** Converts the value of a FileFunction attribute, such as `Copper,L1,Top` or `Soldermask,Bot`. Null if it is empty. */
export function roleOfFunction(value: string): LayerRole | null {
  const fields = value.split(',').map((field) => field.trim().toLowerCase())
  if (!fields[0]) return null
  const type = functions[fields[0]] ?? 'drawing'
  if (type === 'drill' || type === 'outline') return { type, side: 'all' }
  const side = fields.includes('top') ? 'top' : /\bbot/.test(fields.join(' ')) ? 'bottom' : 'inner'
  if (type !== 'copper') return { type, side: side === 'inner' ? 'all' : side }
  const number = /^l(\d+)$/.exec(fields[1] ?? '')?.[1]
  return { type, side, number: number === undefined ? undefined : Number(number) }
}

/** Attributes are extended commands (X2), or comments that older viewers ignore (X1, Excellon). */
const fileFunction = /TF\.FileFunction,([^*\r\n]{1,200})/
const filePolarity = /TF\.FilePolarity,(Positive|Negative)/i
const negativeImage = /[%*]\s{0,9}IPNEG\s{0,9}\*/

/** In comments, artwork files from Allegro and OrCAD list the subclasses that they contain. */
const subclass = /^G0*4 Layer: {1,4}([A-Z ]{1,40})\/([\w -]{1,40}?) ?\*/gm

/** The order matters: a copper film usually also contains the outline. */
const subclasses: [type: LayerRoleType, test: RegExp][] = [
  ['drawing', /ASSEMBLY|DIMENSION|NCLEGEND|MANUFACTURING/],
  ['copper', /^(?:ETCH|CONDUCTOR)\//],
  ['solderpaste', /PASTE/],
  ['soldermask', /SOLDERMASK|SOLDER_MASK/],
  ['silkscreen', /SILKSCREEN|SILK|AUTOSILK/],
  ['outline', /OUTLINE/],
]

function roleOfSubclasses(head: string): LayerRole | null {
  const found = [...head.matchAll(subclass)].map(([, group = '', name = '']) => `${group.trim()}/${name.trim()}`)
  for (const [type, test] of subclasses) {
    const match = found.find((one) => test.test(one))
    if (!match) continue
    if (type === 'outline' || type === 'drawing') return { type, side: 'all' }
    const name = match.slice(match.indexOf('/') + 1)
    const side = /TOP/.test(name) ? 'top' : /BOT/.test(name) ? 'bottom' : 'inner'
    const number = type === 'copper' ? /\d+/.exec(name)?.[0] : undefined
    return { type, side, number: number === undefined ? undefined : Number(number) }
  }
  return null
}

/**
 * The role of a file, from the first source that states one: its own attributes, the job file of the set, the
 * subclasses that Allegro lists, or its name.
 */
export function roleOfFile(file: { name: string; text: string; isDrill: boolean }, job?: LayerRole): LayerRole {
  const head = file.text.slice(0, headLength)
  const stated = roleOfFunction(fileFunction.exec(head)?.[1] ?? '') ?? job ?? roleOfSubclasses(head)
  const role = stated ?? roleOfName(file.name)
  // A drill file contains only holes, whatever its name suggests. A Gerber file that is named like one is a drill map.
  if (file.isDrill) return { type: 'drill', side: 'all' }
  const kept: LayerRole = role.type === 'drill' && !stated ? { type: 'drawing', side: 'all' } : role
  // Polarity matters only for copper: the image of a solder mask always shows its openings.
  if (kept.type !== 'copper') return kept
  const { type, side, number } = kept
  const polarity = filePolarity.exec(head)?.[1]?.toLowerCase()
  const hasNegativeImage = negativeImage.test(head)
  // IPNEG inverts the image, so together with the polarity it determines where the copper is.
  const isNegative = (polarity ? polarity === 'negative' : job?.isNegative === true) !== hasNegativeImage
  return { type, side, number, ...(isNegative && { isNegative }), ...(hasNegativeImage && { hasNegativeImage }) }
}

/** Reads a Gerber job file: the role of each file that it lists, by lowercase name. */
export function rolesOfJob(text: string): Map<string, LayerRole> {
  const roles = new Map<string, LayerRole>()
  try {
    const job = JSON.parse(text) as { FilesAttributes?: unknown }
    for (const entry of Array.isArray(job.FilesAttributes) ? (job.FilesAttributes as unknown[]) : []) {
      const { Path, FileFunction, FilePolarity } = (entry ?? {}) as Record<string, unknown>
      if (typeof Path !== 'string' || typeof FileFunction !== 'string') continue
      const role = roleOfFunction(FileFunction)
      const isNegative = role?.type === 'copper' && FilePolarity === 'Negative'
      if (role) roles.set((Path.split(/[\\/]/).at(-1) ?? '').toLowerCase(), isNegative ? { ...role, isNegative } : role)
    }
  } catch {
    // A damaged job file is ignored. The roles are then determined from the other sources (roleOfFile).
  }
  return roles
}

const typeNames: Record<LayerRoleType, string> = {
  copper: 'copper',
  soldermask: 'solder mask',
  silkscreen: 'silkscreen',
  solderpaste: 'solder paste',
  drill: 'holes',
  outline: 'outline',
  drawing: 'drawing',
}

/** The name of a role as shown to users, such as "Top copper". */
export function roleName({ type, side, number }: LayerRole): string {
  const name = typeNames[type]
  if (type === 'copper' && side === 'inner') return `Inner copper${number === undefined ? '' : ` ${number}`}`
  if (side === 'top') return `Top ${name}`
  if (side === 'bottom') return `Bottom ${name}`
  return name.charAt(0).toUpperCase() + name.slice(1)
}
