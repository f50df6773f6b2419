import { LazyMotion, m } from 'framer-motion'
import { useEffect, useState } from 'react'

/** A trace and the lane it belongs to; lanes are drawn one after the other. */
export type Signal = { path: string; lane: number }

const features = () => import('./motion-features').then(({ domAnimation }) => domAnimation)

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The traces under signal. They stand drawn in the prerendered page; once the page is open they are drawn anew, one
 * single time, over the bare copper below them. Whoever prefers less motion is spared both that and its script.
 */
export function Signals({ lines, colour }: { lines: Signal[]; colour: string }) {
  const [moving, setMoving] = useState(false)
  useEffect(() => {
    if (!wantsMotion()) return
    // Not before the features are here: until then the traces stay as they are.
    let gone = false
    features().then(
      () => {
        if (!gone) setMoving(true)
      },
      // The traces stand drawn already.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [])

  return (
    <g stroke={colour} strokeWidth="3.4" strokeLinejoin="round">
      {moving ? (
        <LazyMotion features={features} strict>
          {lines.map(({ path, lane }) => (
            <m.path
              key={path}
              d={path}
              initial={{ pathLength: 0 }}
              animate={{ pathLength: 1 }}
              transition={{ duration: 1.6, delay: lane * 0.18, ease: [0.3, 0, 0.2, 1] }}
            />
          ))}
        </LazyMotion>
      ) : (
        lines.map(({ path }) => <path key={path} d={path} />)
      )}
    </g>
  )
}
