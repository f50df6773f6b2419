import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { useActor } from '@xstate/react'
import { useState } from 'react'

import {
  isExpanded,
  isOverflowing,
  newsOf,
  pageCountOf,
  pageOf,
  placeOf,
} from '../../../machines/site/news-pager.machine'
import { newsIntro } from '../../content/site'
import { Icon } from '../../ui/icon'
import { NewsCard } from './news-card'
import { Section } from '../shell/section'
import { shownNews } from './shown-news'
import { useSite } from './site-services'

/** The news, newest first, with as many cards per page as fit the width. */
export function News() {
  const [{ news: items, isCurrent }] = useState(() => shownNews('[data-news-list]'))
  const [snapshot, send] = useActor(useSite().machines.newsPager, { input: { items, isCurrent } })
  const news = newsOf(snapshot)
  return (
    <Section
      id="id_news"
      legend={newsIntro.legend}
      title={newsIntro.title}
      tinted
      action={
        <chakra.div
          data-needs-script=""
          role="group"
          aria-label="News pages"
          display="flex"
          alignItems="center"
          gap="3"
        >
          <Button
            variant="outline"
            bg="bg.panel"
            px="0"
            aria-label="Previous page"
            disabled={!snapshot.can({ type: 'page.previous' })}
            onClick={() => send({ type: 'page.previous' })}
          >
            <Icon path={mdiChevronLeft} size="22px" />
          </Button>
          <chakra.p
            role="status"
            data-news-pages={news.length}
            // src/site/home/early-news.ts has already filled in the number for the width of the screen.
            suppressHydrationWarning
            textStyle="figures"
            minW="14"
            textAlign="center"
            fontWeight="medium"
          >
            {`${pageOf(snapshot)} of ${pageCountOf(snapshot)}`}
          </chakra.p>
          <Button
            variant="outline"
            bg="bg.panel"
            px="0"
            aria-label="Next page"
            disabled={!snapshot.can({ type: 'page.next' })}
            onClick={() => send({ type: 'page.next' })}
          >
            <Icon path={mdiChevronRight} size="22px" />
          </Button>
        </chakra.div>
      }
    >
      <chakra.div
        data-news-list=""
        display="grid"
        gap="6"
        alignItems="start"
        css={{
          '@media (min-width: 769px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
          '@media (min-width: 992px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {news.map((item) => (
          <NewsCard
            key={item.id}
            item={item}
            index={placeOf(snapshot, item.id)}
            expanded={isExpanded(snapshot, item.id)}
            overflowing={isOverflowing(snapshot, item.id)}
            onMeasure={(overflows) => send({ type: 'card.measured', id: item.id, overflows })}
            onToggle={() => send({ type: 'card.toggled', id: item.id })}
          />
        ))}
      </chakra.div>
      {/* Always in the document, because the server can only add and remove cards. */}
      <chakra.p data-no-news="" color="fg.muted" css={{ '[data-news-list]:not(:empty) + &': { display: 'none' } }}>
        There is no news at the moment.
      </chakra.p>
    </Section>
  )
}
