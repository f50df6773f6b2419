import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

export type Step = {
  name: string
  /** A number or an icon before the name. */
  mark: ReactNode
  isReached: boolean
  isCurrent: boolean
  detail?: ReactNode
  palette?: 'primary' | 'error'
  /** Goes to the step. If missing, the step cannot be chosen. */
  onChosen?: () => void
}

type StepsProps = {
  label: string
  steps: Step[]
  /** The layout on phones: only the marks, or the steps stacked. */
  narrow: 'marks' | 'stacked'
}

/** A progress indicator, used for the steps of the wizard and the statuses of a request. */
export function Steps({ label, steps, narrow }: StepsProps) {
  const columns = `repeat(${steps.length}, minmax(0, 1fr))`
  return (
    <chakra.ol
      aria-label={label}
      display="grid"
      gridTemplateColumns={{ base: narrow === 'marks' ? columns : '1fr', md: columns }}
      gap="2"
    >
      {steps.map(({ name, mark, isReached, isCurrent, detail, palette = 'primary', onChosen }) => (
        <chakra.li
          key={name}
          {...(isCurrent && { 'aria-current': 'step' })}
          colorPalette={palette}
          pt={narrow === 'marks' ? '3' : { base: '1', md: '3' }}
          borderTopWidth={narrow === 'marks' ? '3px' : { base: '0', md: '3px' }}
          borderColor={isReached ? 'colorPalette.solid' : 'border.emphasized'}
          // In forced-colors mode all borders have the same color, so their style shows the progress.
          _highContrast={{ borderStyle: isCurrent ? 'double' : isReached ? 'solid' : 'dotted' }}
          color={isCurrent ? 'fg' : 'fg.muted'}
          textStyle="sm"
        >
          <StepButton onChosen={onChosen}>
            <chakra.span fontFamily="mono" color={isReached ? 'colorPalette.fg' : 'fg.muted'}>
              {mark}
            </chakra.span>
            <chakra.span {...(narrow === 'marks' && { srOnly: { base: true, md: false } })}>
              <chakra.span display="block" fontWeight={isCurrent ? 'semibold' : 'normal'} {...(onChosen && underlined)}>
                {name}
              </chakra.span>
              {detail}
            </chakra.span>
          </StepButton>
        </chakra.li>
      ))}
    </chakra.ol>
  )
}

const underlined = {
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  textDecorationColor: 'border.emphasized',
  _groupHover: { textDecorationColor: 'currentcolor' },
} as const

const beside = { display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: '2', alignItems: 'start' } as const

/** The mark and name of a step, as a button if the step can be chosen. */
const StepButton = ({ onChosen, children }: { onChosen: (() => void) | undefined; children: ReactNode }) =>
  onChosen ? (
    <chakra.button
      type="button"
      className="group"
      position="relative"
      textAlign="start"
      cursor="pointer"
      focusRing="outside"
      css={{ ...beside, '@media (pointer: coarse)': { minH: '11', minW: '11' } }}
      onClick={onChosen}
    >
      {children}
    </chakra.button>
  ) : (
    <chakra.div css={beside}>{children}</chakra.div>
  )
