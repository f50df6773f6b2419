import type { BrowserContext } from '@playwright/test'

/**
 * A person's actions on the pages of a browser context: the names of the controls in the order they were activated,
 * and of the fields that text was entered in.
 */
export type CountedInput = { clicks: string[]; typed: Set<string> }

/**
 * Counts real activations, by pointer or keyboard, and fields that text is entered in, on all pages of a context from
 * now on, even across page loads and origins. The browser counts them, so nothing depends on how the test acts.
 */
export async function countInput(context: BrowserContext): Promise<CountedInput> {
  const input: CountedInput = { clicks: [], typed: new Set() }
  await context.exposeFunction('noteInput', (kind: 'click' | 'text', what: string) => {
    if (kind === 'click') input.clicks.push(what)
    else input.typed.add(what)
  })
  await context.addInitScript(() => {
    const { noteInput } = globalThis as unknown as { noteInput: (kind: 'click' | 'text', what: string) => void }
    const nameOf = (element: Element) => {
      const control = element.closest('button, a, input, select, textarea, label') ?? element
      const { labels } = control as Partial<HTMLInputElement>
      const name = control.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? control.textContent
      return name.replaceAll(/\s+/g, ' ').trim()
    }
    /** The browser activates the control of a clicked label with a click of its own. */
    const isRepeated = (target: Element) => {
      const control = target.closest('label')?.control
      return control != null && target.closest('a, button, input, select, textarea') === null
    }
    addEventListener(
      'click',
      ({ target, isTrusted }) => {
        if (isTrusted && target instanceof Element && !isRepeated(target)) noteInput('click', nameOf(target))
      },
      true,
    )
    addEventListener(
      'input',
      ({ target, isTrusted }) => {
        if (!isTrusted || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
        if (!['checkbox', 'radio', 'file'].includes(target.type))
          noteInput('text', `${location.origin} ${nameOf(target)}`)
      },
      true,
    )
  })
  return input
}
