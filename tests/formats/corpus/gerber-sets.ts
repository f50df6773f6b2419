/**
 * Small fabrication sets, written for these tests in the style of common tools: with their file names, headers, units
 * and number formats. The board is 20 by 10 mm in every set.
 */
type Style = { decimals: 4 | 5 | 6; inch?: boolean; header?: string; end?: string }

const scaled = (mm: number, { decimals, inch }: Style) => Math.round((inch ? mm / 25.4 : mm) * 10 ** decimals)

/** A Gerber file that draws lines through the given points, in mm. */
function lines(style: Style, points: [x: number, y: number][], width = 0.2): string {
  const { decimals, inch, header = '', end = 'M02*' } = style
  const size = inch ? width / 25.4 : width
  const moves = points.map(([x, y], index) => `X${scaled(x, style)}Y${scaled(y, style)}D0${index === 0 ? 2 : 1}*`)
  const format = `%FSLAX${inch ? 2 : 4}${decimals}Y${inch ? 2 : 4}${decimals}*%`
  return [header, format, `%MO${inch ? 'IN' : 'MM'}*%`, `%ADD10C,${size.toFixed(6)}*%`, 'G01*', 'D10*', ...moves, end]
    .filter(Boolean)
    .join('\n')
}

const edge = (style: Style) =>
  lines(
    style,
    [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
      [0, 0],
    ],
    0.1,
  )
const track = (style: Style, y: number) =>
  lines(style, [
    [2, y],
    [18, y],
  ])

const metric: Style = { decimals: 6 }
const altium: Style = { decimals: 5, inch: true, header: 'G04 Layer_Color=255*\nG70*' }
const holes = (comment = '') => `M48\n${comment}METRIC\nT01C0.800\n%\nT01\nX5.0Y5.0\nX15.0Y5.0\nM30\n`
/** A drill file whose coordinates have no decimal points. Their format is stated in a comment. */
const plainHoles = (comment: string) =>
  `M48\n${comment}METRIC,TZ,000.000\nT01C0.800\n%\nT01\nX+5000Y+5000\nX+15000\nM30\n`

/** A film of Allegro or OrCAD lists the subclasses that it contains. */
const film = (...subclasses: string[]): Style => ({
  decimals: 5,
  inch: true,
  header: ['G04 File Origin:  Cadence Allegro 17.2-S060*', ...subclasses.map((one) => `G04 Layer:  ${one}*`)].join(
    '\n',
  ),
})

/** The numbers from `first` to `last`. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
const tracks = (names: string[]) => Object.fromEntries(names.map((name) => [name, track(altium, 4)]))

const x2 = (fileFunction: string, style: Style = metric): Style => ({
  ...style,
  header: `%TF.FileFunction,${fileFunction}*%`,
})

export const gerberSets: Record<string, Record<string, string>> = {
  altium: {
    'PCB1.GTL': track(altium, 3),
    'PCB1.G1': track(altium, 4),
    'PCB1.GP2': track(altium, 5),
    'PCB1.GBL': track(altium, 6),
    'PCB1.GTS': track(altium, 3),
    'PCB1.GBS': track(altium, 6),
    'PCB1.GTO': track(altium, 7),
    'PCB1.GTP': track(altium, 3),
    'PCB1.GM1': edge(altium),
    'PCB1.GM13': track(altium, 2),
    'PCB1.GD1': track(altium, 2),
    'PCB1.TXT': plainHoles(';FILE_FORMAT=3:3\n;TYPE=PLATED\n'),
  },
  'altium with twelve layers': {
    'PCB1.GTL': track(altium, 3),
    ...tracks(range(1, 6).map((number) => `PCB1.G${number}`)),
    ...tracks(range(1, 4).map((number) => `PCB1.GP${number}`)),
    'PCB1.GBL': track(altium, 6),
    'PCB1.GTS': track(altium, 3),
    'PCB1.GBS': track(altium, 6),
    'PCB1.GM1': edge(altium),
    'PCB1.TXT': plainHoles(';FILE_FORMAT=3:3\n;TYPE=PLATED\n'),
  },
  'altium x2': {
    'a.gbr': track(x2('Copper,L1,Top,Signal'), 3),
    'b.gbr': track(x2('Copper,L2,Bot,Signal'), 6),
    'GTL.gbr': track(x2('Soldermask,Bot'), 6),
    'c.gbr': edge(x2('Profile,NP')),
    'd.drl': holes('; #@! TF.FileFunction,Plated,1,2,PTH\n'),
  },
  kicad: {
    'demo-F_Cu.gbr': track(x2('Copper,L1,Top'), 3),
    'demo-In1_Cu.gbr': track(x2('Copper,L2,Inr'), 4),
    'demo-B_Cu.gbr': track(x2('Copper,L3,Bot'), 6),
    'demo-F_Silkscreen.gbr': track(x2('Legend,Top'), 7),
    'demo-F_Fab.gbr': track(x2('AssemblyDrawing,Top'), 7),
    'demo-Edge_Cuts.gbr': edge(x2('Profile,NP')),
    'demo-PTH-drl_map.gbr': track(x2('Drillmap'), 7),
    'demo-PTH.drl': holes('; #@! TF.FileFunction,Plated,1,3,PTH\n'),
  },
  'kicad without x2': {
    'demo-F.Cu.gbr': track(metric, 3),
    'demo-Inner1.Cu.gbr': track(metric, 4),
    'demo-B.Cu.gbr': track(metric, 6),
    'demo-F.SilkS.gbr': track(metric, 7),
    'demo-B.Mask.gbr': track(metric, 6),
    'demo-F.Paste.gbr': track(metric, 3),
    'demo-Edge.Cuts.gm1': edge(metric),
    'demo.drl': holes(),
  },
  'eagle legacy': {
    'amp.cmp': track(metric, 3),
    'amp.sol': track(metric, 6),
    'amp.stc': track(metric, 3),
    'amp.sts': track(metric, 6),
    'amp.plc': track(metric, 7),
    'amp.ly2': track(metric, 4),
    'amp.dim': edge(metric),
    'amp.drd': holes(),
  },
  eagle: {
    'copper_top.gbr': track(
      { ...metric, header: 'G04 EAGLE Gerber X2 export*\nG04 #@! %TF.FileFunction,Copper,L1,Top,Mixed*' },
      3,
    ),
    'copper_bottom.gbr': track(metric, 6),
    'soldermask_top.gbr': track(metric, 3),
    'silkscreen_top.gbr': track(metric, 7),
    'solderpaste_bottom.gbr': track(metric, 6),
    'profile.gbr': edge(metric),
    'drills.xln': holes(),
  },
  'orcad films': {
    'TOP.art': track(film('ETCH/TOP', 'PIN/TOP', 'VIA CLASS/TOP'), 3),
    'GND2.art': track(film('ETCH/GND2', 'PIN/GND2'), 4),
    'BOTTOM.art': track(film('ETCH/BOTTOM', 'BOARD GEOMETRY/OUTLINE'), 6),
    'smask_t.art': track(film('BOARD GEOMETRY/SOLDERMASK_TOP', 'PIN/SOLDERMASK_TOP'), 3),
    'silk_b.art': track(film('PACKAGE GEOMETRY/SILKSCREEN_BOTTOM', 'BOARD GEOMETRY/OUTLINE'), 6),
    'paste_t.art': track(film('PIN/PASTEMASK_TOP'), 3),
    'fab.art': track(film('BOARD GEOMETRY/DIMENSION', 'BOARD GEOMETRY/OUTLINE'), 6),
    'edge.art': edge(film('BOARD GEOMETRY/OUTLINE')),
    'ncdrill-1-3.drl': holes(),
  },
  'allegro names': {
    'l1_primary.art': track(altium, 3),
    'l2_gnd.art': track(altium, 4),
    'l3_pwr.art': track(altium, 5),
    'l4_secondary.art': track(altium, 6),
    'silk_prm.art': track(altium, 3),
    'soldermask_sec.art': track(altium, 6),
    'assy1.art': track(altium, 3),
    'outline.art': edge(altium),
  },
  'allegro with twelve layers': {
    'TOP.art': track(altium, 3),
    ...tracks(range(2, 11).map((number) => `L${number}_${['PWR', 'SIG', 'GND'][number % 3]}.art`)),
    'BOTTOM.art': track(altium, 6),
    'SOLDERMASK_TOP.art': track(altium, 3),
    'SOLDERMASK_BOTTOM.art': track(altium, 6),
    'OUTLINE.art': edge(altium),
    'ncdrill-1-12.drl': holes(),
  },
  'numbered films of twelve layers': {
    ...tracks(range(1, 12).map((number) => `main.l${String(number).padStart(2, '0')}`)),
    'main_outline.gbr': edge(altium),
    'main.drl': holes(),
  },
  orcad: {
    'demo.TOP': track(altium, 3),
    'demo.BOT': track(altium, 6),
    'demo.IN1': track(altium, 4),
    'demo.SMT': track(altium, 3),
    'demo.SSB': track(altium, 6),
    'demo.SPT': track(altium, 3),
    'demo.FAB': edge(altium),
  },
  target: {
    'bank.Top': track(altium, 3),
    'bank.Bot': track(altium, 6),
    'bank.StopTop': track(altium, 3),
    'bank.PosiBot': track(altium, 6),
    'bank.PasteTop': track(altium, 3),
    'bank.Outline': edge(altium),
  },
  'p-cad': {
    'ZX.GTL': track(altium, 3),
    'ZX.GBL': track(altium, 6),
    'ZX.GTS': track(altium, 3),
    'ZX.GBO': track(altium, 6),
    'ZX.GKO': edge(altium),
    'ZX.DRL': plainHoles(';FILE_FORMAT=3:3\n'),
  },
  pads: {
    'Layer1.pho': track(altium, 3),
    'Layer2.pho': track(altium, 4),
    'Layer3.pho': track(altium, 6),
    'SMT.pho': track(altium, 3),
    'SST.pho': track(altium, 7),
    'Outline.pho': edge(altium),
    'drill.drl': holes(),
  },
  fritzing: {
    'proj_copperTop.gtl': track(metric, 3),
    'proj_copperBottom.gbl': track(metric, 6),
    'proj_maskTop.gts': track(metric, 3),
    'proj_silkBottom.gbo': track(metric, 6),
    'proj_contour.gm1': edge(metric),
    'proj_drill.txt': holes(),
  },
  diptrace: {
    'pump_Top.gbr': track({ ...metric, header: 'G04 DipTrace 4.0.0.5*' }, 3),
    'pump_Bottom.gbr': track(metric, 6),
    'pump_TopMask.gbr': track(metric, 3),
    'pump_BottomSilk.gbr': track(metric, 6),
    'pump_BoardOutline.gbr': edge(metric),
    'pump.drl': holes(),
  },
}
