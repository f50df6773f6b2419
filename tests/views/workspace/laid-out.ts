/** jsdom lays nothing out; a list that draws only what is in sight needs its height and that of its rows. */
export function layOut() {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 176 })
}
