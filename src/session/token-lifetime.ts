/**
 * How long a token still lives, whatever the clocks do. The monotonic clock misses sleep on some systems and the wall
 * clock can be set, so the nearer of the two ends counts; a wall clock set back never makes a token live longer.
 */
export class Lifetime {
  readonly #seconds: number
  readonly #monotonic = performance.now()
  readonly #wall = Date.now()

  /** @param seconds what the token has left at this moment */
  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** Seconds left; negative when it is over. */
  get left(): number {
    const passed = Math.max(performance.now() - this.#monotonic, Date.now() - this.#wall)
    return this.#seconds - passed / 1000
  }
}
