/** The time allowed for an editor or Git to finish writing files. */
const settleMs = 100

/** Repeats work whenever something has changed: once for changes that arrive together, and never concurrently. */
export function oneAtATime(work, settle = () => new Promise((resolve) => setTimeout(resolve, settleMs))) {
  let latest = null
  let isWaiting = false
  const repeat = () => {
    // The run that is waiting has not read anything yet, so it covers this change.
    if (isWaiting) return false
    isWaiting = true
    const before = latest ?? Promise.resolve()
    const own = before
      .catch(() => undefined)
      .then(settle)
      .then(() => {
        isWaiting = false
        return work()
      })
    latest = own
    // The caller of read() handles the failure. The next call runs the work again.
    own.catch(() => {
      if (latest === own) latest = null
    })
    return true
  }
  return {
    /** Starts another run. Returns false if a run that has not begun yet covers the change. */
    repeat,
    /** The result of the latest run. Starts a run if there is none. */
    read: () => {
      if (!latest) repeat()
      return latest
    },
  }
}
