import { chakra } from '@chakra-ui/react/styled-system'

const steps = ['Files', 'Signal integrity', 'Power integrity', 'Summary']

/** Where in the four steps the request is. */
export function RequestStepper({ step }: { step: number }) {
  return (
    <chakra.ol aria-label="Steps" display="grid" gridTemplateColumns="repeat(4, 1fr)" gap="2">
      {steps.map((name, index) => {
        const isCurrent = index + 1 === step
        const isReached = index + 1 <= step
        return (
          <chakra.li
            key={name}
            {...(isCurrent && { 'aria-current': 'step' })}
            display="grid"
            gap="2"
            alignContent="start"
            pt="3"
            borderTopWidth="3px"
            borderColor={isReached ? 'primary.solid' : 'border.emphasized'}
            color={isCurrent ? 'fg' : 'fg.muted'}
            textStyle="sm"
          >
            <chakra.span fontWeight={isCurrent ? 'semibold' : 'normal'}>
              <chakra.span fontFamily="mono" me="2" color={isReached ? 'primary.fg' : 'fg.muted'}>
                {index + 1}
              </chakra.span>
              <chakra.span display={{ base: isCurrent ? 'inline' : 'none', md: 'inline' }}>{name}</chakra.span>
            </chakra.span>
          </chakra.li>
        )
      })}
    </chakra.ol>
  )
}
