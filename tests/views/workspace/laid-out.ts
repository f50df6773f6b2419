import { vi } from 'vitest'

/** Stubs the heights of a virtual list and of its rows, which the list needs, since jsdom has no layout. */
export function layOut() {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(176)
}
