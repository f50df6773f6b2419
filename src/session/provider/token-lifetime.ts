/**
 * Tracks the remaining lifetime of a token. The monotonic clock stops during sleep on some systems and the wall clock
 * can be changed, so the clock that shows more elapsed time is used. Setting the wall clock back does not extend the
 * lifetime.
 */
export class Lifetime {
  readonly #seconds: number
  readonly #monotonic = performance.now()
  readonly #wall = Date.now()

  /** @param seconds the remaining lifetime at the time of the call */
  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** The remaining seconds; negative after expiry. */
  get left(): number {
    const elapsedMs = Math.max(performance.now() - this.#monotonic, Date.now() - this.#wall)
    return this.#seconds - elapsedMs / 1000
  }
}
