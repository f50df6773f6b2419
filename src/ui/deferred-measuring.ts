import { elementScroll, type Rect, type Virtualizer } from '@tanstack/react-virtual'

type ElementScrollOptions = Parameters<typeof elementScroll>[1]

/**
 * Options for a virtual list that mounts during other work. It reads the sizes of the scroll container and the rows
 * after the browser's layout, instead of forcing a synchronous layout. Until then it renders rows of the estimated
 * size, as many as fill `height` CSS pixels.
 */
export const deferredMeasuring = (height: number) => ({
  initialRect: { width: 0, height },
  observeElementRect({ scrollElement }: Virtualizer<HTMLDivElement, Element>, onResize: (rect: Rect) => void) {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) onResize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) })
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
  /** Skips scrolling to the current offset: a new list is already at the top, and scrolling would force a layout. */
  scrollToFn(offset: number, options: ElementScrollOptions, list: Virtualizer<HTMLDivElement, Element>) {
    if (offset + (options.adjustments ?? 0) !== (list.scrollOffset ?? 0)) elementScroll(offset, options, list)
  },
})
