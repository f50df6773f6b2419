import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'

import { news } from '../content/news'
import { newsIntro } from '../content/site'
import { Card, Section } from './section'

/** The four news items, newest first. */
export function News() {
  return (
    <Section id="id_news" legend={newsIntro.legend} title={newsIntro.title} tinted>
      <chakra.div display="grid" gap="6" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr', xl: 'repeat(4, 1fr)' }}>
        {news.map(({ id, image, date, title, content }) => (
          <Card key={id}>
            <chakra.img src={image} alt="" loading="lazy" w="full" aspectRatio="2" />
            <chakra.div p="6">
              <chakra.p textStyle="legend" color="accent.fg">
                {date}
              </chakra.p>
              <Heading as="h3" size="lg" mt="2" mb="3">
                {title}
              </Heading>
              <chakra.div display="grid" gap="2" textStyle="sm" color="fg.muted">
                {paragraphsOf(content).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </chakra.div>
            </chakra.div>
          </Card>
        ))}
      </chakra.div>
    </Section>
  )
}

/** The text of the HTML's paragraphs, one string each. */
const paragraphsOf = (html: string) => html.split(/<\/?p>/).filter((part) => part.trim() !== '')
