import { useEffect, useState } from 'react'

/** The speeds that the user can choose, in events per second. */
export const speeds = [0.5, 1, 2, 5, 20]

/** Moves a position from `first` to `count` at a chosen speed. */
export function usePlayer(count: number, first: number) {
  const [position, setPosition] = useState(Math.min(first, count))
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(2)
  const isOver = position >= count
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => setPosition((one) => Math.min(count, one + 1)), 1000 / speed)
    return () => clearInterval(timer)
  }, [isPlaying, speed, count])
  return {
    position,
    speed,
    isPlaying: isPlaying && !isOver,
    setSpeed,
    goTo: (next: number) => {
      setPlaying(false)
      setPosition(next)
    },
    /** Starts over if the end was reached. */
    play: () => {
      if (isOver) setPosition(0)
      setPlaying(true)
    },
    pause: () => setPlaying(false),
  }
}
