import { Link as StyledLink } from '@chakra-ui/react/link'
import { chakra } from '@chakra-ui/react/styled-system'

import { type Publication, publications } from '../content/publications'
import { publicationsIntro } from '../content/site'
import { Section } from './section'

/** The papers shown before anyone asks for more. */
const shown = 3

export function Publications() {
  return (
    <Section
      id="id_publications"
      legend={publicationsIntro.legend}
      title={publicationsIntro.title}
      text={publicationsIntro.text}
      tinted
    >
      <chakra.ol borderTopWidth="1px">
        {publications.slice(0, shown).map((publication) => (
          <Entry key={publication.id} publication={publication} />
        ))}
      </chakra.ol>
    </Section>
  )
}

/** A paper's title, linked where there is a link, with who wrote it and where it appeared. */
export function Entry({ publication: { title, url, authors, conference } }: { publication: Publication }) {
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 1fr) 14rem' }}
      columnGap="8"
      rowGap="1"
      py="6"
      borderBottomWidth="1px"
    >
      <chakra.h3 textStyle="lg" fontWeight="medium" textWrap="pretty">
        {url ? (
          <StyledLink href={url} target="_blank" rel="noopener" variant="underline" display="inline">
            {title}
          </StyledLink>
        ) : (
          title
        )}
      </chakra.h3>
      <chakra.p textStyle="sm" color="accent.fg" textAlign={{ md: 'end' }} mt={{ md: '1' }}>
        {conference}
      </chakra.p>
      <chakra.p textStyle="sm" color="fg.muted">
        {authors}
      </chakra.p>
    </chakra.li>
  )
}
