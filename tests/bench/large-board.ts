/**
 * Generates a KiCad board with the given number of nets and approximate size, mostly tracks, like a dense digital
 * board.
 */
export function largeBoard({ nets, megabytes }: { nets: number; megabytes: number }): string {
  const names = ['', 'GND', '+3V3', '+1V8', 'CLK', ...pairs(nets - 4)]
  const head = [
    '(kicad_pcb (version 20221018) (generator pcbnew)',
    '(general (thickness 1.6))',
    '(layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))',
    ...names.map((name, number) => `(net ${number} "${name}")`),
    '(gr_rect (start 0 0) (end 300 200) (layer "Edge.Cuts") (width 0.1))',
    ...names.map(
      (name, number) =>
        `(footprint "R" (layer "F.Cu") (at ${number % 300} ${number % 200}) (pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (net ${number} "${name}")))`,
    ),
  ].join('\n')
  const tracks: string[] = []
  const size = megabytes * 1_048_576
  for (let length = head.length, at = 0; length < size; at += 1) {
    const track = `(segment (start ${at % 300}.125 ${at % 200}.375) (end ${at % 299}.625 ${at % 199}.875) (width 0.15) (layer "F.Cu") (net ${at % names.length}) (tstamp 00000000-0000-0000-0000-${String(at).padStart(12, '0')}))`
    tracks.push(track)
    length += track.length + 1
  }
  return `${head}\n${tracks.join('\n')}\n)\n`
}

const pairs = (count: number) =>
  Array.from({ length: count }, (_, index) => `NET_${Math.floor(index / 2)}_${index % 2 ? 'N' : 'P'}`)
