import type { Size, Viewport } from './board-viewport'

/** The part of a board's view that a URL can contain, so that others see the same view when they open a link. */
export type AddressedView = {
  /**
   * The center point and the visible width, in mm, so that both mean the same in a window of any size. Null for the
   * whole board.
   */
  at: { x: number; y: number; width: number } | null
  isFlipped: boolean
  /** The names of the hidden copper layers. */
  hidden: string[]
  /** The names of the highlighted nets. */
  nets: string[]
}

/** More nets would make a URL too long to be shared. */
const maxNets = 20

/** The whole board with all layers, which adds nothing to the URL. */
export const wholeBoard: AddressedView = { at: null, isFlipped: false, hidden: [], nets: [] }

/**
 * The text of a view for a URL: `at-60_45_12.5*below*hide-In1.Cu*net-CLK_P`, whose separators URLs do not encode. Empty
 * for the whole board.
 */
export const addressOf = ({ at, isFlipped, hidden, nets }: AddressedView): string =>
  [
    ...(at ? [`at-${[thousandths(at.x), thousandths(at.y), Number(at.width.toPrecision(5))].join('_')}`] : []),
    ...(isFlipped ? ['below'] : []),
    ...hidden.map((name) => `hide-${escaped(name)}`),
    ...nets.slice(0, maxNets).map((name) => `net-${escaped(name)}`),
  ].join('*')

/** Parses the text of a view. Parts that cannot be parsed are ignored, because users can edit URLs. */
export function viewIn(address: string): AddressedView {
  const parts = address.split('*').map((part) => {
    const [, name = part, value = ''] = /^(\w+)-(.*)$/s.exec(part) ?? []
    return { name, value }
  })
  const named = (wanted: string) =>
    parts.flatMap(({ name, value }) => (name === wanted && value !== '' ? [unescaped(value)] : []))
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN] = (named('at')[0] ?? '').split('_').map(numberIn)
  return {
    at: Number.isFinite(x) && Number.isFinite(y) && width > 0 && width < 1e6 ? { x, y, width } : null,
    isFlipped: parts.some(({ name }) => name === 'below'),
    hidden: [...new Set(named('hide'))],
    nets: [...new Set(named('net'))].slice(0, maxNets),
  }
}

/** The center and the visible width of a view, in mm, as written in a URL. */
export const positionOf = ({ x, y, scale }: Viewport, { width }: Size) => ({ x, y, width: width / scale })

const thousandths = (mm: number) => Math.round(mm * 1000) / 1000
const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

/** Escapes a name, which can contain any character, including the separator `*`. */
const escaped = (name: string) => name.replaceAll('%', '%25').replaceAll('*', '%2A')
const unescaped = (text: string) => text.replaceAll('%2A', '*').replaceAll('%25', '%')
