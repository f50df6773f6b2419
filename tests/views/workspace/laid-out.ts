/** Stubs the heights of a virtual list and of its rows, which the list needs, since jsdom has no layout. */
export function layOut() {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 176 })
}
