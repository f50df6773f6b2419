/** A trace and its lane. The animations of the lanes start one after the other. */
export type Signal = { path: string; lane: number }

/** The signal traces, over the copper of the board. An animation draws them once (draw-signals.ts). */
export const Signals = ({ lines, color }: { lines: Signal[]; color: string }) => (
  <g stroke={color} strokeWidth="3.4" strokeLinejoin="round">
    {lines.map(({ path, lane }) => (
      <path key={path} d={path} pathLength="1" strokeDasharray="1" data-lane={lane} />
    ))}
  </g>
)
