import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'

import { howItWorks } from '../../content/site'
import { EyeDrawing } from '../drawings/eye-drawing'
import { DeliveryText } from '../pricing/delivery-text'
import { Section } from '../shell/section'

type Size = { width: number; height: number }

const ratioOf = ({ width, height }: Size) => `${width} / ${height}`

/**
 * The screenshot for one theme, in a phone and a desktop version. The picture for the other theme is hidden, and
 * browsers do not load a hidden lazy image.
 */
function WorkspacePicture({
  theme,
  display,
}: {
  theme: 'light' | 'dark'
  display: HTMLChakraProps<'picture'>['display']
}) {
  const { wide, narrow, alt } = howItWorks.picture
  const addressOf = ({ name }: { name: string }) => `/${name}-${theme}.webp`
  return (
    <chakra.picture display={display} h="full">
      {/* The theme's breakpoint `sm`. */}
      <source media="(width < 30rem)" srcSet={addressOf(narrow)} width={narrow.width} height={narrow.height} />
      <chakra.img
        src={addressOf(wide)}
        alt={alt}
        htmlWidth={wide.width}
        htmlHeight={wide.height}
        loading="lazy"
        decoding="async"
        w="full"
        h="full"
      />
    </chakra.picture>
  )
}

/** The three steps from a board to a report, the required files and data, and a picture of the workspace. */
export function HowItWorks() {
  const { legend, title, steps, needs, picture } = howItWorks
  return (
    <Section id="id_how" legend={legend} title={title} tinted>
      <Steps>
        {steps.map((step, n) => (
          <li key={step.title}>
            <chakra.span aria-hidden="true" data-number>
              {n + 1}
            </chakra.span>
            <Heading as="h3" size="lg">
              {step.title}
            </Heading>
            <p>
              <DeliveryText text={step.text} />
            </p>
          </li>
        ))}
      </Steps>
      <chakra.figure mt={{ base: '10', md: '14' }}>
        {/* On slow connections, browsers load lazy images from far below the window. These must not delay the page. */}
        <chakra.div
          contentVisibility="auto"
          aspectRatio={{ base: ratioOf(picture.narrow), sm: ratioOf(picture.wide) }}
          w="full"
          overflow="hidden"
          borderWidth="1px"
          borderRadius="xl"
          boxShadow="lg"
          bg="bg.muted"
        >
          <WorkspacePicture theme="light" display={{ base: 'block', _dark: 'none' }} />
          <WorkspacePicture theme="dark" display={{ base: 'none', _dark: 'block' }} />
        </chakra.div>
        <chakra.figcaption mt="3" textStyle="sm" color="fg.muted">
          {picture.caption}
        </chakra.figcaption>
      </chakra.figure>
      <chakra.div
        mt={{ base: '10', md: '14' }}
        display="grid"
        alignItems="center"
        gap={{ base: '8', lg: '16' }}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1.4fr) minmax(0, 1fr)' }}
      >
        <div>
          <Heading as="h3" size="xl">
            {needs.title}
          </Heading>
          <Needs>
            {needs.items.map(({ term, detail }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{detail}</dd>
              </div>
            ))}
          </Needs>
          <Button asChild mt="6" size="lg" variant="outline" bg="bg.panel">
            <Link to="/price">{needs.way}</Link>
          </Button>
        </div>
        <chakra.figure maxW="md" w="full" mx="auto">
          <EyeDrawing />
          <chakra.figcaption mt="2" textStyle="sm" color="fg.muted" textAlign="center">
            {needs.drawing}
          </chakra.figcaption>
        </chakra.figure>
      </chakra.div>
    </Section>
  )
}

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    gap: { base: '6', md: '8' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
    '& > li': { pt: '5', borderTopWidth: '2px', borderColor: 'accent.solid' },
    '& [data-number]': { textStyle: 'figures', fontSize: 'lg', fontWeight: 'semibold', color: 'accent.fg' },
    '& h3': { mt: '1' },
    '& p': { mt: '2', color: 'fg.muted', textWrap: 'pretty' },
  },
})

const Needs = chakra('dl', {
  base: {
    mt: '4',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr)' },
      columnGap: '6',
      py: '3',
      borderTopWidth: '1px',
    },
    '& dt': { fontWeight: 'medium' },
    '& dd': { color: 'fg.muted', textWrap: 'pretty' },
  },
})
