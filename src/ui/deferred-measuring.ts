import { elementScroll, type Rect, type Virtualizer } from '@tanstack/react-virtual'

type ScrollHow = Parameters<typeof elementScroll>[1]

/**
 * For a virtual list that appears in the middle of other work: it learns the sizes of what scrolls and of its rows when
 * the browser has laid them out, instead of having it lay them out at once. Until then it draws rows of the estimated
 * size for a height in CSS pixels.
 */
export const deferredMeasuring = (height: number) => ({
  initialRect: { width: 0, height },
  observeElementRect({ scrollElement }: Virtualizer<HTMLDivElement, Element>, tell: (rect: Rect) => void) {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) tell({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) })
    })
    if (scrollElement) observer.observe(scrollElement)
    return () => observer.disconnect()
  },
  measureElement(
    row: Element,
    entry: ResizeObserverEntry | undefined,
    { indexFromElement, itemSizeCache, options }: Virtualizer<HTMLDivElement, Element>,
  ) {
    const index = indexFromElement(row)
    return Math.round(
      entry?.borderBoxSize[0]?.blockSize ?? itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index),
    )
  },
  /** A new list is at its beginning; to be put there it would have to be laid out. */
  scrollToFn(offset: number, how: ScrollHow, list: Virtualizer<HTMLDivElement, Element>) {
    if (offset + (how.adjustments ?? 0) !== (list.scrollOffset ?? 0)) elementScroll(offset, how, list)
  },
})
