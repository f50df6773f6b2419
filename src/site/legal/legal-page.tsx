import { Heading } from '@chakra-ui/react/heading'
import { Link as StyledLink } from '@chakra-ui/react/link'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiChevronDown } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import type { LegalDocument, LegalSection } from '../../content/legal'
import { Icon } from '../../ui/icon'
import { touchTarget } from '../../ui/theme/recipes'
import { Measure } from '../shell/section'
import { markCurrentSection } from './current-section'

type LegalPageProps = { content: LegalDocument; numbered?: boolean }

/** A legal document with a banner, a table of contents and anchored sections. */
export function LegalPage({ content: { title, updated, intro, sections }, numbered = false }: LegalPageProps) {
  const nameOf = (section: LegalSection, n: number) => (numbered ? `${n + 1}. ${section.title}` : section.title)
  return (
    <>
      <chakra.header bg="bg.subtle" borderBottomWidth="1px" py={{ base: '12', md: '16' }}>
        <Measure>
          <Heading as="h1" size={{ base: '3xl', md: '5xl' }}>
            {title}
          </Heading>
          <chakra.p mt="3" color="fg.muted">
            {updated}
          </chakra.p>
        </Measure>
      </chakra.header>
      <Measure
        display="grid"
        alignItems="start"
        gap={{ base: '10', lg: '16' }}
        gridTemplateColumns={{ base: '1fr', lg: '18rem minmax(0, 1fr)' }}
        py={{ base: '10', md: '16' }}
      >
        <Contents sections={sections.map((section, n) => ({ id: section.id, name: nameOf(section, n) }))} />
        <chakra.article maxW="prose" textStyle="md" lineHeight="tall">
          <p>{intro}</p>
          {sections.map((section, n) => (
            <chakra.section
              key={section.id}
              id={section.id}
              scrollMarginTop="5.5rem"
              mt="10"
              css={{ '@media print': { breakInside: 'avoid-page' } }}
            >
              <Heading as="h2" size="xl" mb="3">
                {nameOf(section, n)}
              </Heading>
              <SectionBody section={section} />
            </chakra.section>
          ))}
        </chakra.article>
      </Measure>
    </>
  )
}

/**
 * The table of contents: folded on narrow screens, beside the text on wide ones, both without JavaScript. The list is
 * not inside the `details` element, because some browsers cannot show the content of a closed one.
 */
function Contents({ sections }: { sections: { id: string; name: string }[] }) {
  const place = useRef<HTMLElement>(null)
  // Needed after a navigation within the site; on a prerendered page, finish-prerendered-page.ts does the same.
  useEffect(() => markCurrentSection(place.current), [])
  return (
    <ContentsFrame ref={place} data-contents="" aria-label="Contents">
      <h2>Contents</h2>
      <details>
        <summary>
          Contents
          <Icon path={mdiChevronDown} />
        </summary>
      </details>
      <ol>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ol>
    </ContentsFrame>
  )
}

const ContentsFrame = chakra('nav', {
  base: {
    minW: '0',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    '& > h2': { display: 'none', textStyle: 'legend', color: 'accent.fg', mb: '3' },
    '& summary': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      minH: '12',
      px: '4',
      borderRadius: 'xl',
      fontWeight: 'medium',
      cursor: 'pointer',
      focusVisibleRing: 'outside',
    },
    '& summary::-webkit-details-marker': { display: 'none' },
    '& summary svg': { color: 'fg.muted' },
    '& details[open] summary svg': { transform: 'rotate(180deg)' },
    '& ol': { px: '4', pb: '3' },
    '& details:not([open]) + ol': { display: 'none' },
    '& a': {
      display: 'block',
      py: '1',
      ps: '3',
      // Reserves space for the mark.
      borderInlineStart: '2px solid transparent',
      textStyle: 'sm',
      color: 'fg.muted',
      focusVisibleRing: 'inside',
      ...touchTarget,
    },
    '& a:hover': { color: 'primary.fg', textDecoration: 'underline' },
    '& a[aria-current]': { borderColor: 'primary.solid', color: 'fg' },
    '@media (forced-colors: active)': {
      '& summary svg': { color: 'CanvasText' },
      '& a': { borderColor: 'Canvas' },
      '& a[aria-current]': { borderColor: 'Highlight' },
    },
    '@media print': { display: 'none' },
    lg: {
      position: 'sticky',
      top: '20',
      maxH: 'calc(100dvh - 6rem)',
      overflowY: 'auto',
      bg: 'transparent',
      borderWidth: '0',
      borderRadius: '0',
      '& > h2': { display: 'block' },
      '& details': { display: 'none' },
      '& ol': { p: '0' },
      '& details:not([open]) + ol': { display: 'block' },
    },
  },
})

function SectionBody({ section: { paragraphs, list, more, table, links } }: { section: LegalSection }) {
  return (
    <chakra.div display="grid" gap="3" color="fg.muted">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {list && (
        <chakra.ul listStyleType="disc" ps="6" display="grid" gap="1">
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </chakra.ul>
      )}
      {more?.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {table && (
        <chakra.table w="full" textStyle="sm">
          <thead>
            <tr>
              {table.head.map((cell) => (
                <chakra.th
                  key={cell}
                  scope="col"
                  py="2"
                  textAlign="start"
                  fontWeight="semibold"
                  borderBottomWidth="1px"
                >
                  {cell}
                </chakra.th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([what, answer]) => (
              <tr key={what}>
                <chakra.td py="2" pe="4" borderBottomWidth="1px">
                  {what}
                </chakra.td>
                <chakra.td py="2" verticalAlign="top" borderBottomWidth="1px">
                  {answer}
                </chakra.td>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      )}
      {links?.map(({ text, to }) => (
        <p key={to}>
          <StyledLink asChild variant="underline" fontWeight="medium" css={touchTarget}>
            {to === '/privacy' ? <Link to={to}>{text}</Link> : <a href={to}>{text}</a>}
          </StyledLink>
        </p>
      ))}
    </chakra.div>
  )
}
