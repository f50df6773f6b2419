/**
 * Determines which step of a file is drawn: the first board with copper among the steps that the content of the file
 * lists (`Content/StepRef`), or among all steps if it lists none. Panels, which repeat other steps, are never drawn.
 */
export class IpcSteps {
  readonly #ofContent = new Set<string>()
  readonly #repeated = new Set<string>()
  #isPanel = false
  #isWanted = true
  #isSkipping = false
  /** The number of wanted steps that are not panels, starting with the first one that has copper. */
  #boards = 0

  /** If `wanted` is given, it replaces the steps that the content lists. An empty set stands for all steps. */
  constructor(private readonly wanted: ReadonlySet<string> | null) {}

  get boards(): number {
    return this.#boards
  }

  /** Whether the elements of the current step are to be skipped. */
  get isSkipping(): boolean {
    return this.#isSkipping
  }

  /** Adds a step that the file's `Content` element lists. */
  name(step: string): void {
    this.#ofContent.add(step)
  }

  open(step: string): void {
    this.#isPanel = false
    this.#isWanted = this.#steps.size === 0 || this.#steps.has(step)
    this.#isSkipping = this.#boards > 0 || !this.#isWanted
  }

  /** Records that the current step repeats another one, so it is a panel. */
  repeat(step: string): void {
    if (this.#isWanted) this.#repeated.add(step)
    this.#isPanel = true
    this.#isSkipping = true
  }

  /** Ends the current step. Returns whether the data read from it are to be dropped. */
  close(hasCopper: boolean): boolean {
    const isBoard = this.#isWanted && !this.#isPanel && (this.#isSkipping || hasCopper)
    const isDropped = !isBoard && !this.#isSkipping
    if (isBoard) this.#boards++
    this.#isSkipping = false
    return isDropped
  }

  /**
   * The steps to look for in another pass, if none of the wanted ones is a board: those that the wanted panels repeat,
   * or all steps if there are none. Null if no other pass is needed.
   */
  next(): ReadonlySet<string> | null {
    return this.#boards > 0 || this.#steps.size === 0 ? null : this.#repeated
  }

  get #steps(): ReadonlySet<string> {
    return this.wanted ?? this.#ofContent
  }
}
