import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { NewsItem } from '../../../machines/site/site-news'
import { plainHtml } from '../../ui/plain-html'
import { Card, foldable } from '../shell/section'

type NewsCardProps = {
  item: NewsItem
  /** The index on the current page, from 0; -1 if the item is on another page. */
  index: number
  expanded: boolean
  overflowing: boolean
  onMeasure: (overflows: boolean) => void
  onToggle: () => void
}

const collapsedHeight = '7.5rem'
const expandedHeight = '20rem'

/**
 * Hides the second and third cards on narrow screens until the pager has measured the width. The breakpoints match the
 * pager's.
 */
const widthStyles: SystemStyleObject[] = [
  {},
  { '@media (max-width: 768px)': { display: 'none' } },
  { '@media (max-width: 991px)': { display: 'none' } },
]

/**
 * A news item. The server uses its prerendered HTML as a template for other items (server/site/listed-news.ts). The
 * height of the content is limited; overflowing content can be expanded, and scrolls if it is still too long.
 */
export function NewsCard({ item, index, expanded, overflowing, onMeasure, onToggle }: NewsCardProps) {
  const { id, image, date, title, content } = item
  const container = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)

  const measure = useEffectEvent((size: ResizeObserverEntry | undefined) => {
    const height = size?.contentRect.height ?? 0
    const limit = parseFloat(collapsedHeight) * parseFloat(getComputedStyle(document.documentElement).fontSize)
    // A card on another page has no height, so its last measurement remains valid.
    if (height > 0) onMeasure(height > limit + 1)
  })
  useEffect(() => {
    if (!text.current) return
    const observer = new ResizeObserver(([size]) => measure(size))
    observer.observe(text.current)
    return () => observer.disconnect()
  }, [])

  const toggle = () => {
    if (expanded) container.current?.scrollTo({ top: 0 })
    onToggle()
  }

  return (
    <Card {...foldable(index === -1, widthStyles[index])} aria-labelledby={`news_${id}`}>
      <chakra.img src={image} alt="" width="480" height="240" loading="lazy" w="full" aspectRatio="2" />
      <chakra.div p="6" pb="4">
        <chakra.p data-news-date="" textStyle="legend" color="accent.fg">
          {date}
        </chakra.p>
        <Heading as="h3" id={`news_${id}`} size="lg" mt="2" mb="3">
          {title}
        </Heading>
        <chakra.div
          ref={container}
          id={`news_${id}_text`}
          data-news-content=""
          {...(expanded && { tabIndex: 0, role: 'region', 'aria-labelledby': `news_${id}` })}
          maxH={expanded ? expandedHeight : collapsedHeight}
          overflowY={expanded ? 'auto' : 'hidden'}
          focusVisibleRing="outside"
          textStyle="sm"
          color="fg.muted"
          maskImage={overflowing && !expanded ? 'linear-gradient(#000 60%, transparent)' : undefined}
          css={{
            '& > div > * + *': { marginTop: '2' },
            '& ul': { listStyleType: 'disc', paddingInlineStart: '5' },
            '& ol': { listStyleType: 'decimal', paddingInlineStart: '5' },
            '& blockquote': { borderInlineStartWidth: '2px', paddingInlineStart: '3' },
            '& h4': { color: 'fg', fontWeight: '600' },
            '& code': { fontFamily: 'mono' },
            '& a': { textDecoration: 'underline', color: 'primary.fg' },
            '& strong': { color: 'fg', fontWeight: '600' },
          }}
        >
          <div ref={text} data-news-html="" dangerouslySetInnerHTML={plainHtml(content)} />
        </chakra.div>
        <chakra.div minH="11" pt="2">
          {overflowing && (
            <Button
              variant="plain"
              size="sm"
              px="0"
              minW="0"
              color="primary.fg"
              textDecoration="underline"
              textUnderlineOffset="3px"
              aria-expanded={expanded}
              aria-controls={`news_${id}_text`}
              aria-describedby={`news_${id}`}
              onClick={toggle}
            >
              {expanded ? 'Less' : 'More...'}
            </Button>
          )}
        </chakra.div>
      </chakra.div>
    </Card>
  )
}
