import { useId } from 'react'

/** Resistances and reactances relative to the reference. */
const values = [0.2, 0.5, 1, 2, 5]

/**
 * The circles of constant resistance and reactance, with the resistances labeled in ohms. The chart has a radius of
 * 100.
 */
export function SmithGrid({ reference }: { reference: number }) {
  const edge = useId()
  return (
    <>
      <clipPath id={edge}>
        <circle r="100" />
      </clipPath>
      <g className="grid" clipPath={`url(#${edge})`}>
        <path d="M-100 0H100" />
        {values.map((value) => (
          <g key={value}>
            <circle cx={(100 * value) / (1 + value)} r={100 / (1 + value)} />
            <circle cx="100" cy={-100 / value} r={100 / value} />
            <circle cx="100" cy={100 / value} r={100 / value} />
          </g>
        ))}
      </g>
      <circle className="edge" r="100" />
      <g>
        {values.map((value) => (
          <text key={value} x={(100 * (value - 1)) / (value + 1) + 1} y="-1.5">
            {Number((value * reference).toPrecision(4))}
          </text>
        ))}
      </g>
    </>
  )
}
