import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFitToScreenOutline, mdiMagnifyMinusOutline, mdiMagnifyPlusOutline } from '@mdi/js'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'

import { viewAddressMachine } from '../../../../machines/previews/view-address.machine'
import { numberedAddress, numberInAddress } from '../../../../machines/previews/numbered-address'
import { Icon } from '../../../ui/icon'
import { PageSpinner } from '../../../ui/page-spinner'
import { useCommentMarks } from '../../comments/comment-marks'
import { CommentMarkButton } from '../../comments/comment-mark'
import { usePreviewAddress } from '../preview-address'
import { useSettledView } from '../use-settled-view'
import { type OpenedPdf, pdfSession } from './pdf-document'
import { type PreviewProps, wholeOf } from '../preview-props'
import { useContentView } from '../use-content-view'

const gap = 16
/** The space for each comment mark at the top of a page. */
const markSpace = 48
const zoomStep = 1.25
const zoomRange = { min: 0.25, max: 8 }

/** The preview of a PDF as a scrollable list of pages. Only visible pages are rendered. */
export function PdfPreview({ content, onBroken }: PreviewProps) {
  const [session] = useState(() => pdfSession(wholeOf(content)))
  useEffect(() => session.close, [session])
  const { content: opened } = useContentView((_, signal) => session.open(signal), onBroken)
  return opened ? <Pages {...opened} /> : <PageSpinner text="Loading preview..." />
}

function Pages({ pdf, firstPage }: OpenedPdf) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [availableWidth, setAvailableWidth] = useState(0)
  /** The scale for which the page sizes were computed. */
  const [measuredScale, setMeasuredScale] = useState(0)
  const address = usePreviewAddress()
  /** The page in the URL, until it is shown. */
  const [goal, setGoal] = useState(() => numberInAddress('page', address?.view ?? ''))
  const { marks, openId, onOpen } = useCommentMarks('page')
  const scale = availableWidth > 0 ? (Math.min(availableWidth, 1000) / firstPage.width) * zoom : 0
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual returns functions that must not be memoized, so the component opts out.
  const pages = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => firstPage.height * (scale || 1) + gap,
    overscan: 1,
  })

  useEffect(() => {
    const { current } = scroller
    if (!current) return
    const observer = new ResizeObserver(() => setAvailableWidth(current.clientWidth - 2 * gap))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    pages.measure()
    setMeasuredScale(scale)
  }, [pages, scale])
  useEffect(() => {
    if (goal === null || measuredScale === 0) return
    pages.scrollToIndex(Math.min(goal, pdf.numPages) - 1, { align: 'start' })
    setGoal(null)
  }, [pages, pdf, goal, measuredScale])

  const zoomBy = (factor: number) => setZoom(Math.min(zoomRange.max, Math.max(zoomRange.min, zoom * factor)))
  const shown = pages.getVirtualItems()
  const middle = (pages.scrollOffset ?? 0) + (pages.scrollRect?.height ?? 0) / 2
  const currentPage = shown.find(({ end }) => end >= middle)?.index ?? 0

  useSettledView(viewAddressMachine, {
    view: goal === null && scale > 0 ? numberedAddress('page', currentPage + 1) : null,
    address,
  })

  return (
    <>
      <chakra.div role="group" aria-label="Zoom" display="flex" alignItems="center" gap="2" mb="3">
        <Button size="sm" variant="outline" aria-label="Zoom out" onClick={() => zoomBy(1 / zoomStep)}>
          <Icon path={mdiMagnifyMinusOutline} />
        </Button>
        <Button size="sm" variant="outline" aria-label="Zoom in" onClick={() => zoomBy(zoomStep)}>
          <Icon path={mdiMagnifyPlusOutline} />
        </Button>
        <Button size="sm" variant="outline" onClick={() => setZoom(1)}>
          <Icon path={mdiFitToScreenOutline} />
          Fit
        </Button>
        <chakra.span textStyle="figures" color="fg.muted">
          Page {currentPage + 1} of {pdf.numPages}
        </chakra.span>
      </chakra.div>
      <chakra.div
        ref={scroller}
        role="region"
        aria-label="Pages"
        tabIndex={0}
        flex="1"
        minH="0"
        overflow="auto"
        bg="bg.muted"
        borderWidth="1px"
        borderRadius="l2"
      >
        <div
          style={{
            height: pages.getTotalSize() + gap,
            position: 'relative',
            minWidth: firstPage.width * scale + 2 * gap,
          }}
        >
          {scale > 0 &&
            shown.map(({ index, start }) => (
              <div
                key={index}
                style={{
                  position: 'absolute',
                  top: start + gap,
                  insetInline: 0,
                  display: 'grid',
                  justifyItems: 'center',
                }}
              >
                <PdfPage pdf={pdf} number={index + 1} scale={scale} />
                {marks
                  .filter(({ anchor }) => anchor.kind === 'page' && anchor.page === index + 1)
                  .map((mark, at) => (
                    <CommentMarkButton
                      key={mark.id}
                      mark={mark}
                      isOpen={mark.id === openId}
                      onOpen={onOpen}
                      left={gap + at * markSpace}
                      top={markSpace}
                    />
                  ))}
              </div>
            ))}
        </div>
      </chakra.div>
    </>
  )
}

function PdfPage({ pdf, number, scale }: { pdf: PDFDocumentProxy; number: number; scale: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    let stop = () => {}
    let current = true
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (!current || !canvas.current) return
      const viewport = page.getViewport({ scale })
      const ratio = devicePixelRatio
      Object.assign(canvas.current, {
        width: Math.floor(viewport.width * ratio),
        height: Math.floor(viewport.height * ratio),
      })
      Object.assign(canvas.current.style, { width: `${viewport.width}px`, height: `${viewport.height}px` })
      const task = page.render({ canvas: canvas.current, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
      stop = () => task.cancel()
      await task.promise
    }
    draw().catch((error: unknown) => {
      // Canceling the rendering of a page that has scrolled out of view is not a failure.
      if (!current) return
      console.warn(`Page ${number} could not be drawn.`, error)
      setBroken(true)
    })
    return () => {
      current = false
      stop()
    }
  }, [pdf, number, scale])

  if (isBroken) {
    return (
      <chakra.p role="alert" p="4" bg="bg.panel" color="error.fg">
        Page {number} could not be drawn. Download the file to see this page.
      </chakra.p>
    )
  }
  return <chakra.canvas ref={canvas} role="img" aria-label={`Page ${number}`} bg="white" boxShadow="md" />
}
