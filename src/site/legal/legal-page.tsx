import { Heading } from '@chakra-ui/react/heading'
import { Link as StyledLink } from '@chakra-ui/react/link'
import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'

import type { LegalDocument, LegalSection } from '../../content/legal'
import { touchTarget } from '../../ui/theme/recipes'
import { Measure } from '../shell/section'

type LegalPageProps = { content: LegalDocument; numbered?: boolean }

/** A legal document with a banner, a table of contents that is sticky on wide screens, and anchored sections. */
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
        <chakra.nav
          aria-labelledby="contents_title"
          position={{ lg: 'sticky' }}
          top="20"
          maxH={{ lg: 'calc(100dvh - 6rem)' }}
          overflowY="auto"
          css={{ '@media print': { display: 'none' } }}
        >
          <chakra.h2 id="contents_title" textStyle="legend" color="accent.fg" mb="3">
            Contents
          </chakra.h2>
          <ol>
            {sections.map((section, n) => (
              <li key={section.id}>
                <chakra.a
                  href={`#${section.id}`}
                  display="block"
                  py="1"
                  textStyle="sm"
                  color="fg.muted"
                  borderRadius="l1"
                  focusVisibleRing="inside"
                  css={touchTarget}
                  _hover={{ color: 'primary.fg', textDecoration: 'underline' }}
                >
                  {nameOf(section, n)}
                </chakra.a>
              </li>
            ))}
          </ol>
        </chakra.nav>
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
