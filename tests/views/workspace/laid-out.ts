/** Stubs the sizes that a virtual list needs, since jsdom has no layout: its own height and that of its rows. */
export function layOut() {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 176 })
}
