import { Button } from '@chakra-ui/react/button'
import { Link as StyledLink } from '@chakra-ui/react/link'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiChevronDown, mdiChevronUp } from '@mdi/js'
import { useActor } from '@xstate/react'
import { useState } from 'react'

import { isExpanded, isFull, isShown, publicationsOf } from '../../../machines/site/publications.machine'
import type { Publication } from '../../../machines/site/site-news'
import { publicationsIntro } from '../../content/site'
import { Icon } from '../../ui/icon'
import { foldable, Section } from '../shell/section'
import { shownNews } from './shown-news'
import { useSite } from './site-services'

export function Publications() {
  const [{ publications: entries, isCurrent }] = useState(() => shownNews('[data-publication-list]'))
  const [snapshot, send] = useActor(useSite().machines.publications, { input: { entries, isCurrent } })
  const full = isFull(snapshot)
  return (
    <Section
      id="id_publications"
      legend={publicationsIntro.legend}
      title={publicationsIntro.title}
      text={publicationsIntro.text}
    >
      <chakra.ol data-publication-list="" borderTopWidth="1px">
        {publicationsOf(snapshot).map((publication) => (
          <Entry
            key={publication.id}
            publication={publication}
            shown={isShown(snapshot, publication.id)}
            expanded={isExpanded(snapshot, publication.id)}
            onToggle={() => send({ type: 'entry.toggled', id: publication.id })}
          />
        ))}
      </chakra.ol>
      <Button
        data-needs-script=""
        mt="8"
        size="lg"
        variant="outline"
        bg="bg.panel"
        aria-expanded={full}
        onClick={() => send({ type: 'list.toggled' })}
      >
        {full ? 'Less' : 'Explore more'}
        <Icon path={full ? mdiChevronUp : mdiChevronDown} />
      </Button>
    </Section>
  )
}

type EntryProps = { publication: Publication; shown: boolean; expanded: boolean; onToggle: () => void }

/**
 * The title of a paper, as a link if it has a URL, and, when expanded, its authors and conference. The server uses the
 * prerendered HTML as a template for other papers (server/site/listed-news.ts).
 */
export function Entry({ publication, shown, expanded, onToggle }: EntryProps) {
  const { id, title, url, authors, conference } = publication
  const detailsId = `publication_${id}`
  return (
    <chakra.li {...foldable(!shown)} borderBottomWidth="1px" py="4">
      <chakra.div display="flex" alignItems="flex-start" justifyContent="space-between" gap="4">
        <chakra.h3 textStyle="lg" fontWeight="medium" textWrap="pretty" py="1">
          {url ? (
            <StyledLink href={url} target="_blank" rel="noopener" variant="underline" display="inline">
              {title}
            </StyledLink>
          ) : (
            title
          )}
        </chakra.h3>
        <Button
          data-needs-script=""
          variant="ghost"
          colorPalette="gray"
          size="sm"
          px="0"
          flexShrink="0"
          aria-label={`Authors and conference of ${title}`}
          aria-expanded={expanded}
          aria-controls={detailsId}
          onClick={onToggle}
        >
          <Icon path={expanded ? mdiChevronUp : mdiChevronDown} size="22px" />
        </Button>
      </chakra.div>
      <chakra.div
        id={detailsId}
        {...foldable(!expanded)}
        pt="1"
        pb="2"
        pe={{ md: '14' }}
        maxW="4xl"
        textStyle="sm"
        color="fg.muted"
      >
        <p data-authors="">{authors}</p>
        <chakra.p data-conference="" mt="1" color="accent.fg">
          {conference}
        </chakra.p>
      </chakra.div>
    </chakra.li>
  )
}
