import { Heading } from '@chakra-ui/react/heading'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

type SectionProps = {
  id: string
  legend?: string
  title: string
  text?: string
  /** An element next to the title on wide screens, such as a button. */
  action?: ReactNode
  tinted?: boolean
  children: ReactNode
}

/** An anchored section of the home page, labeled by its heading. */
export function Section({ id, legend, title, text, action, tinted = false, children }: SectionProps) {
  return (
    <chakra.section
      id={id}
      aria-labelledby={`${id}_title`}
      py={{ base: '16', md: '24' }}
      bg={tinted ? 'bg.subtle' : 'bg'}
      borderTopWidth={tinted ? '1px' : '0'}
      borderBottomWidth={tinted ? '1px' : '0'}
    >
      <Measure>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="flex-end"
          justifyContent="space-between"
          gap="6"
          mb={{ base: '8', md: '12' }}
        >
          <chakra.div maxW="3xl">
            {legend && <Legend>{legend}</Legend>}
            <Heading as="h2" id={`${id}_title`} size={{ base: '3xl', md: '4xl' }}>
              {title}
            </Heading>
            {text && (
              <chakra.p mt="4" textStyle="lg" color="fg.muted" textWrap="pretty">
                {text}
              </chakra.p>
            )}
          </chakra.div>
          {action}
        </chakra.div>
        {children}
      </Measure>
    </chakra.section>
  )
}

/** Limits content to a width of 1200 px and adds the page's gutters. */
export const Measure = chakra('div', {
  base: { maxW: '1264px', mx: 'auto', px: { base: '4', md: '6', lg: '8' } },
})

/** The short line above a heading. */
export const Legend = chakra('p', { base: { textStyle: 'legend', color: 'accent.fg', mb: '3' } })

/** Props that hide an element while `off` is true. Without JavaScript, public/no-script.css shows it. */
export const foldable = (off: boolean, css: SystemStyleObject = {}) => ({
  'data-folded': off ? '' : undefined,
  css: { '&[data-folded]': { display: 'none' }, ...css },
})

export const Card = chakra('article', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    overflow: 'hidden',
    boxShadow: 'xs',
    scrollMarginTop: '5.5rem',
  },
})
