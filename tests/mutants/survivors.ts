/**
 * Mutants that no test suite detects, as `machine id: mutation` or `file: mutation`, each with the reason. A survivor
 * without a reason is a gap in the tests.
 */
export const survivors: Record<string, string> = {
  'boardSelection: finding onDone 2: actions keep and bringIntoView swapped':
    'One changes the context and the other sends a message that does not depend on it.',
  'boardSelection: finding net.chosen 1: actions in place and removeHighlight swapped':
    'One changes the context and the other sends a message that does not depend on it.',
  'filePreview: opening always 2: target loading swapped for opening':
    'When it is entered again, it continues to loading, because a fallback is chosen only once.',
  'staffRequest: shown.resting.outdated request.outdated: target updating swapped for current':
    'A request whose update failed is still marked as outdated, so it is updated from there at once.',
  'src/api/orders.ts: orderCalls: off by one: JSON.stringify(body).length < KEEPALIVE_LENGTH -> JSON.stringify(body).length <= KEEPALIVE_LENGTH':
    'A call of exactly this length fits, too.',
  'src/api/resumable.ts: sendResumable: off by one: 0 -> 1 (4)': 'The retry starts one millisecond later.',
  'src/api/resumable.ts: sendResumable: sign: renewals++ -> renewals--':
    'The number is only compared with zero, which it is only before the first retry.',
  'src/api/transfer.ts: sendForm: swapped: loaded and transfer.size swapped':
    'The minimum of two numbers does not depend on their order.',
  'src/analysis/board/coupling.ts: measure: swapped: piece and other swapped':
    'The reach depends on the larger of both widths, in either order.',
  'src/analysis/board/routing.ts: chords: off by one: 0 -> 1 (7)':
    'The headings before the second and all later ones are always known.',
  'src/analysis/eye/pulse-response.ts: clockOf: off by one: rise(at - 1) > 0 -> rise(at - 1) >= 0':
    'It differs only if two values of a response are exactly equal, which rounding practically excludes.',
  'src/analysis/math/complex-matrix.ts: swapColumns: off by one: row < size * size -> row <= size * size':
    'A value after the end of a typed array is not written.',
  'src/formats/board/board-lookup.ts: copperAt: sign: -1 -> 1 (4)': 'Every arc has a layer.',
  'src/formats/board/board-nets.ts: areaOf: sign: twice += (x1 - left) * (y2 - top) - (x2 - left) * (y1 - top) -> twice -= (x1 - left) * (y2 - top) - (x2 - left) * (y1 - top)':
    'The sum changes only its sign, and the area is its absolute value.',
  'src/formats/board/board-lookup.ts: copperAt: off by one: 2 -> 3 (2)':
    'The part of the array becomes longer, but only its first two values are used.',
  'src/formats/board/board-nets.ts: areaOf: off by one: 0 -> 1 (6)':
    'The number is for a missing coordinate, and every point of a polygon has two.',
  'src/formats/board/outline.ts: firstOf: off by one: 0 -> 1 (2)':
    'The number is for a missing coordinate, and every piece of an outline has at least two points.',
  'src/formats/citi/citi.ts: traceOf: off by one: 0 -> 1 (2)':
    'The number is for a missing angle, and each value has both a magnitude and an angle.',
  'src/formats/interfaces/found-interface.ts: endsOf: off by one: 0 -> 1':
    'Every component is counted once more than it occurs, which does not change their order.',
  'src/formats/interfaces/rails.ts: findRails: off by one: 0 -> 1':
    'Every supply is one of the nets, so its number of pins is always known.',
  'src/formats/interfaces/series-parts.ts: linkedPairs: off by one: 0 -> 1 (2)':
    'The nets at a part were counted for all of the parts before, so the number is always known.',
  'src/formats/nets/net-groups.ts: groupNets: off by one: 0 -> 1':
    'The largest number of pins matters only for a net with at least 24 pins.',
  'src/formats/kicad/s-expression.ts: #readBare: off by one: this.#at < bytes.length -> this.#at <= bytes.length':
    'A byte after the end of the file is read as zero, which ends an atom, too.',
  'src/formats/odb/odb-symbols.ts: symbols: Record<string, (sizes: Sizes, corners: string) => Drawing>: off by one: 354 -> 355':
    'The closed polygon for an ellipse has one more point, within its tolerance.',
  'src/formats/touchstone/mixed-mode.ts: likelyPairs: swapped: to and from swapped':
    'The far ends of lines are found by their transmission, which is the same in both directions.',
  "src/session/drafts/use-keyed-draft.ts: isRecord: condition: typeof stored === 'object' && stored !== null -> typeof stored === 'object'":
    'Drafts that are missing and drafts that are rejected are both read as null.',
  'src/session/provider/oidc-calls.ts: reviveStored: missing await: await oidc.removeUser() -> oidc.removeUser()':
    'The tokens are removed in the next microtask, before the caller gets the result.',
  'src/session/provider/oidc.ts: check: missing await: await oidc.removeUser() -> oidc.removeUser()':
    'The tokens are removed in the next microtask, before the caller gets the result.',
  'src/session/provider/oidc.ts: check: swapped: authority and page.origin swapped':
    'Whether two addresses have the same site does not depend on their order.',
  'src/session/provider/provider-client.ts: #checkResponse: off by one: 0 -> 1':
    'A state without a time is decades too old, with or without a second more.',
  'src/session/provider/provider-client.ts: #store: missing await: await this.removeUser() -> this.removeUser()':
    'The tokens are removed in the next microtask, before the caller gets the error.',
  'src/session/provider/provider-client.ts: #store: missing await: await this.settings.userStore.set(this.#userKey, user.toStorageStri... -> this.settings.userStore.set(this.#userKey, user.toStorageString())':
    'The store of the library writes to the browser’s storage before it returns its promise.',
}
