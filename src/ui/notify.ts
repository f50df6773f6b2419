type Show = (text: string) => void

const waiting: string[] = []
const wait: Show = (text) => void waiting.push(text)
let show = wait

/** Shows an error toast, as soon as the page has a region for toasts. */
export const notify = (text: string) => show(text)

/** Shows notices with `next` from now on, including those that were waiting. Returns a function to stop. */
export function showNotices(next: Show): () => void {
  show = next
  for (const text of waiting.splice(0)) next(text)
  return () => {
    if (show === next) show = wait
  }
}
