import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { CleanHtml } from '../../../machines/site/news-pager.machine'
import type { NewsItem } from '../../content/news'
import { emptyHtml } from '../shell/prerendered-part'
import { Card, foldable } from '../shell/section'

type NewsCardProps = {
  item: NewsItem
  /** Where it stands on the page, from 0; -1 when it is on another page. */
  place: number
  /** The content once it is clean. Until then the prerendered content, which is the same, stays. */
  clean: CleanHtml | undefined
  expanded: boolean
  overflowing: boolean
  onMeasure: (overflows: boolean) => void
  onToggle: () => void
}

const folded = '7.5rem'
const unfolded = '20rem'

/** The widths from which a second and a third card have room: the pager's, for as long as it does not know the width. */
const roomFor: SystemStyleObject[] = [
  {},
  { '@media (max-width: 768px)': { display: 'none' } },
  { '@media (max-width: 991px)': { display: 'none' } },
]

/** One item. Its content has a fixed room; what does not fit is shown in more of it, and scrolls beyond that. */
export function NewsCard({ item, place, clean, expanded, overflowing, onMeasure, onToggle }: NewsCardProps) {
  const { id, image, date, title, content } = item
  const room = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)

  const measure = useEffectEvent((size: ResizeObserverEntry | undefined) => {
    const height = size?.contentRect.height ?? 0
    const limit = parseFloat(folded) * parseFloat(getComputedStyle(document.documentElement).fontSize)
    // A card of another page has no height; what was known of it stays.
    if (height > 0) onMeasure(height > limit + 1)
  })
  useEffect(() => {
    if (!text.current) return
    const observer = new ResizeObserver(([size]) => measure(size))
    observer.observe(text.current)
    return () => observer.disconnect()
  }, [])

  const toggle = () => {
    if (expanded) room.current?.scrollTo({ top: 0 })
    onToggle()
  }

  return (
    <Card {...foldable(place === -1, roomFor[place])} aria-labelledby={`news_${id}`}>
      <chakra.img src={image} alt="" width="480" height="240" loading="lazy" w="full" aspectRatio="2" />
      <chakra.div p="6" pb="4">
        <chakra.p textStyle="legend" color="accent.fg">
          {date}
        </chakra.p>
        <Heading as="h3" id={`news_${id}`} size="lg" mt="2" mb="3">
          {title}
        </Heading>
        <chakra.div
          ref={room}
          id={`news_${id}_text`}
          data-news-room=""
          {...(expanded && { tabIndex: 0, role: 'region', 'aria-labelledby': `news_${id}` })}
          // Its height stays while the content is cleaned, so that Back finds the page as high as it was.
          minH={clean ? undefined : folded}
          maxH={expanded ? unfolded : folded}
          overflowY={expanded ? 'auto' : 'hidden'}
          focusVisibleRing="outside"
          textStyle="sm"
          color="fg.muted"
          maskImage={overflowing && !expanded ? 'linear-gradient(#000 60%, transparent)' : undefined}
          css={{
            '& p + p, & ul, & ul + p': { marginTop: '2' },
            '& ul': { listStyleType: 'disc', paddingInlineStart: '5' },
            '& a': { textDecoration: 'underline', color: 'primary.fg' },
            '& strong': { color: 'fg', fontWeight: '600' },
          }}
        >
          <div
            ref={text}
            suppressHydrationWarning
            // Clean; or our own while prerendering, and then what was prerendered.
            dangerouslySetInnerHTML={
              import.meta.env.SSR ? { __html: content } : ((clean ?? emptyHtml) as { __html: string })
            }
          />
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
