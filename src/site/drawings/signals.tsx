import { LazyMotion, m } from 'framer-motion'
import { useEffect, useState } from 'react'

/** A trace and its lane. The lanes are animated one after the other. */
export type Signal = { path: string; lane: number }

const features = () => import('./motion-features').then(({ domAnimation }) => domAnimation)

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The signal traces. The prerendered page contains them; once it is hydrated, an animation draws them again, once, over the
 * copper below. Users who prefer reduced motion get neither the animation nor its code.
 */
export function Signals({ lines, color }: { lines: Signal[]; color: string }) {
  const [moving, setMoving] = useState(false)
  useEffect(() => {
    if (!wantsMotion()) return
    // The traces stay static until the animation features are loaded.
    let isUnmounted = false
    features().then(
      () => {
        if (!isUnmounted) setMoving(true)
      },
      // If loading fails, the static traces remain.
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [])

  return (
    <g stroke={color} strokeWidth="3.4" strokeLinejoin="round">
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
