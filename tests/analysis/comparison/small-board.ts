/**
 * A board so small that all differences of an edited copy are known: a resistor and a connector with two nets between
 * them, a ground zone, a separate net, and a stackup.
 */
export const smallBoard = `(kicad_pcb (version 20221018) (generator pcbnew)
  (general (thickness 1.6))
  (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))
  (setup (stackup
    (layer "F.Cu" (type "copper") (thickness 0.035))
    (layer "dielectric 1" (type "core") (thickness 1.51) (material "FR4") (epsilon_r 4.5) (loss_tangent 0.02))
    (layer "B.Cu" (type "copper") (thickness 0.035))))
  (net 0 "") (net 1 "GND") (net 2 "CLK") (net 3 "DATA") (net 4 "SPARE")
  (footprint "R_0402" (layer "F.Cu") (at 10 10) (property "Reference" "R1") (property "Value" "50")
    (pad "1" smd rect (at -1 0) (size 0.5 0.5) (layers "F.Cu") (net 2 "CLK"))
    (pad "2" smd rect (at 1 0) (size 0.5 0.5) (layers "F.Cu") (net 3 "DATA")))
  (footprint "Conn" (layer "F.Cu") (at 30 10 90) (property "Reference" "J1") (property "Value" "USB")
    (pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (net 2 "CLK"))
    (pad "2" smd rect (at 2 0) (size 1 1) (layers "F.Cu") (net 3 "DATA"))
    (pad "3" smd rect (at 4 0) (size 1 1) (layers "F.Cu") (net 1 "GND"))
    (pad "4" smd rect (at 6 0) (size 1 1) (layers "F.Cu") (net 4 "SPARE")))
  (footprint "Hole" (layer "F.Cu") (at 2 2) (property "Reference" "REF**") (property "Value" "M3"))
  (footprint "Hole" (layer "F.Cu") (at 38 2) (property "Reference" "REF**") (property "Value" "M3"))
  (gr_line (start 0 0) (end 40 0) (layer "Edge.Cuts") (width 0.1))
  (gr_line (start 40 0) (end 40 20) (layer "Edge.Cuts") (width 0.1))
  (gr_line (start 40 20) (end 0 20) (layer "Edge.Cuts") (width 0.1))
  (gr_line (start 0 20) (end 0 0) (layer "Edge.Cuts") (width 0.1))
  (segment (start 9 10) (end 9 14) (width 0.2) (layer "F.Cu") (net 2))
  (segment (start 9 14) (end 30 14) (width 0.2) (layer "F.Cu") (net 2))
  (via (at 20 14) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net 2))
  (segment (start 11 10) (end 21 10) (width 0.2) (layer "F.Cu") (net 3))
  (arc (start 21 10) (mid 22 11) (end 23 10) (width 0.2) (layer "F.Cu") (net 3))
  (segment (start 5 5) (end 8 9) (width 0.3) (layer "B.Cu") (net 1))
  (zone (net 1) (layer "B.Cu") (filled_polygon (layer "B.Cu") (pts (xy 1 1) (xy 39 1) (xy 39 19) (xy 1 19)))))
`

/** The board after replacements. Each replaced string must occur in the board. */
export function edited(...replacements: [text: string, by: string][]): string {
  return replacements.reduce((board, [text, by]) => {
    if (!board.includes(text)) throw new Error(`The board does not contain ${text}`)
    return board.replaceAll(text, by)
  }, smallBoard)
}
