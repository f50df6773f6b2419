import type { LayerRole, LayerRoleType } from './layer-types'

type Side = LayerRole['side']

/** Extensions that stand for one layer, by tool: Altium and Protel, EAGLE, OrCAD, P-CAD. */
const extensions: Record<string, [type: LayerRoleType, side: Side]> = {
  gtl: ['copper', 'top'],
  gts: ['soldermask', 'top'],
  gto: ['silkscreen', 'top'],
  gtp: ['solderpaste', 'top'],
  gbl: ['copper', 'bottom'],
  gbs: ['soldermask', 'bottom'],
  gbo: ['silkscreen', 'bottom'],
  gbp: ['solderpaste', 'bottom'],
  gko: ['outline', 'all'],
  gml: ['outline', 'all'],
  gd: ['drawing', 'all'],
  gg: ['drawing', 'all'],
  gpt: ['drawing', 'top'],
  gpb: ['drawing', 'bottom'],
  cmp: ['copper', 'top'],
  stc: ['soldermask', 'top'],
  plc: ['silkscreen', 'top'],
  crc: ['solderpaste', 'top'],
  sol: ['copper', 'bottom'],
  sts: ['soldermask', 'bottom'],
  pls: ['silkscreen', 'bottom'],
  crs: ['solderpaste', 'bottom'],
  tsk: ['silkscreen', 'top'],
  tsm: ['soldermask', 'top'],
  tsp: ['solderpaste', 'top'],
  bsk: ['silkscreen', 'bottom'],
  bsm: ['soldermask', 'bottom'],
  bsp: ['solderpaste', 'bottom'],
  dim: ['outline', 'all'],
  mil: ['outline', 'all'],
  top: ['copper', 'top'],
  smt: ['soldermask', 'top'],
  sst: ['silkscreen', 'top'],
  spt: ['solderpaste', 'top'],
  bot: ['copper', 'bottom'],
  smb: ['soldermask', 'bottom'],
  ssb: ['silkscreen', 'bottom'],
  spb: ['solderpaste', 'bottom'],
  fab: ['outline', 'all'],
  drl: ['drill', 'all'],
  xln: ['drill', 'all'],
  exc: ['drill', 'all'],
  drd: ['drill', 'all'],
  tap: ['drill', 'all'],
}

/** Extensions of inner layers: Altium .g1 and .gp1, EAGLE .ly2, OrCAD .in1. */
const innerExtension = /^(?:gp?|ly|in)(\d{1,2})$/

/**
 * Words in file names. Their order matters: "solder paste" is not a solder mask, and a "fab drawing" is not an outline.
 */
const words: [type: LayerRoleType, test: RegExp][] = [
  [
    'drawing',
    /assembl|assy|courtyard|court_?yd|notes?\b|drawing|drill.?(?:map|draw|guide)|keep.?(?:in|out)|adhes|glue|\bfab\b|[._-]fab|eco\d|margin|\bplace/,
  ],
  ['solderpaste', /paste|cream|stencil|metalmask|^sp[tb]$/],
  ['soldermask', /mask|resist|solder|stop(?:top|bot)|^sm[tb]$/],
  ['silkscreen', /silk|overlay|legend|posi(?:top|bot)|symbol|^ss[tb]$/],
  [
    'outline',
    /outl+ine|edge.?cuts|profile|contour|dimension|board.?(?:edge|shape|border)|umriss|mechanical|^ko$|\.gm\d+$/,
  ],
  ['drill', /drill|plated|ncd$/],
  [
    'copper',
    /copper|(?:^|[._-])cu(?:$|[._-])|layer|signal|plane|conduct|gnd|ground|pwr|power|vcc|vdd|etch|(?:^|[._-])l\d{1,2}(?:$|[._-])|inn?(?:er)?_?l?\d/,
  ],
]

const topName =
  /top|^s[msp]t$|front|(?:^|[._-])f[._](?:cu|mask|silk|paste|fab|court|adhes)|primary|[_-]prm|component|[._ -]a$/
const bottomName =
  /bot|^s[msp]b$|back|(?:^|[._-])b[._](?:cu|mask|silk|paste|fab|court|adhes)|second|[_-]sec(?:$|[._-])|solder.?side|[._ -]b$/
const numbers = /(?:^|[._-])(?:l|ly|layer|inn?(?:er)?[._-]?l?|gnd|pwr|sig|conductive[._-]?|plane)[._-]?(\d{1,2})/

/** The role that a file name suggests. A file whose name suggests none is a drawing. */
export function roleOfName(name: string): LayerRole {
  const lower = name.toLowerCase()
  const extension = /\.([^.]+)$/.exec(lower)?.[1] ?? ''
  const inner = innerExtension.exec(extension)?.[1]
  if (inner !== undefined) return { type: 'copper', side: 'inner', number: Number(inner) }
  const byExtension = extensions[extension]
  const stem = lower.slice(0, lower.length - extension.length - (extension === '' ? 0 : 1))
  if (byExtension && byExtension[0] !== 'drill') return { type: byExtension[0], side: byExtension[1] }
  // Mechanical layers keep their number, so that the lowest can be taken as the outline.
  const mechanical = /^gm(\d{1,2})$/.exec(extension)?.[1]
  if (mechanical !== undefined) return { type: 'outline', side: 'all', number: Number(mechanical) }
  // TARGET 3001! and Zuken tools put the words in the extension, so an extension is searched unless it is generic.
  const searched = /^(?:gbr|ger|art|pho|gdo|fph|txt|g)$/.test(extension) ? stem : lower
  const type = words.find(([, test]) => test.test(searched))?.[0]
  const side = topName.test(searched) ? 'top' : bottomName.test(searched) ? 'bottom' : null
  if (type === undefined) {
    if (byExtension) return { type: byExtension[0], side: byExtension[1] }
    return side ? { type: 'copper', side } : { type: 'drawing', side: 'all' }
  }
  if (type === 'copper') {
    const number = numbers.exec(searched)?.[1]
    return { type, side: side ?? 'inner', number: number === undefined ? undefined : Number(number) }
  }
  return { type, side: type === 'outline' || type === 'drill' ? 'all' : (side ?? 'all') }
}
