import type { Page } from '@playwright/test'

/**
 * Returns controls that are too small for touch: less than 44 px high or wide. The label of a checkbox, radio button or
 * search field and the card around a project's name count as part of the control. Links in running text, controls that
 * Tab does not reach, and the skip link while it is not focused are ignored.
 */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const inSentence = (element: Element) =>
      element.tagName === 'A' &&
      element.closest('p, label') !== null &&
      element.closest('p, label')?.textContent !== element.textContent
    const target = (element: HTMLElement) =>
      element.matches('[type=checkbox], [type=radio], [type=search]')
        ? (element.closest('label') ?? element)
        : element.matches('.card .name')
          ? (element.closest('.card') ?? element)
          : element
    const around = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document
    return [...around.querySelectorAll<HTMLElement>('a, button, input, select, textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !inSentence(element))
      .filter((element) => !element.matches('[aria-hidden=true], [tabindex="-1"], :not(:focus)[href="#main"]'))
      .map((element) => ({ element, box: target(element).getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)
  })
