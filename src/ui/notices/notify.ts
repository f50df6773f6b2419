export type NoticeKind = 'error' | 'success'
type Show = (text: string, kind: NoticeKind, until?: AbortSignal) => void
/** Shows a toast. Abort `until` to remove the toast once it is out of date. */
export type Notify = (text: string, kind?: NoticeKind, until?: AbortSignal) => void

const waiting: Parameters<Show>[] = []
let onWait = () => {}
const wait: Show = (...notice) => {
  waiting.push(notice)
  onWait()
}
let show = wait

/** Shows a toast, as soon as the page has a region for toasts. */
export const notify: Notify = (text, kind = 'error', until) => show(text, kind, until)

/**
 * Shows notices with `next` from now on, including those that were waiting. Returns a function that makes notices wait
 * again.
 */
export function showNotices(next: Show): () => void {
  show = next
  for (const notice of waiting.splice(0)) next(...notice)
  return () => {
    if (show === next) show = wait
  }
}

/** Calls `listener` when a notice has to wait because the page has no region for toasts yet. */
export function followWaitingNotices(listener: () => void) {
  onWait = listener
}
