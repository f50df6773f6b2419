import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'

import type { Warning } from '../../machines/workspace/preflight'

type PreflightNoticeProps = { warnings: Warning[]; reading: boolean; onMend: (warning: Warning) => void }

/** What should be looked at before the payment; nothing of it stops the payment. */
export function PreflightNotice({ warnings, reading, onMend }: PreflightNoticeProps) {
  return (
    <chakra.section
      aria-label="Pre-flight"
      colorPalette={warnings.length > 0 ? 'warning' : 'success'}
      borderWidth="1px"
      borderColor="colorPalette.border"
      borderRadius="l3"
      p="4"
    >
      <chakra.h3 fontWeight="semibold" color="colorPalette.fg" role="status">
        {reading
          ? 'Pre-flight: the files are being read...'
          : warnings.length === 0
            ? 'Pre-flight: nothing to ask back about.'
            : `Pre-flight: ${warnings.length === 1 ? 'one thing' : `${warnings.length} things`} to look at before you pay.`}
      </chakra.h3>
      {warnings.length > 0 && (
        <chakra.ul display="grid" gap="3" mt="3">
          {warnings.map((warning) => (
            <chakra.li key={warning.id} display="flex" flexWrap="wrap" alignItems="start" columnGap="4" rowGap="1">
              <chakra.div flex="1" minW="60" overflowWrap="anywhere">
                <p>{warning.text}</p>
                <chakra.p color="fg.muted" textStyle="sm">
                  {warning.advice}
                </chakra.p>
              </chakra.div>
              <Button size="xs" variant="outline" onClick={() => onMend(warning)}>
                Go to step {warning.step}
              </Button>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  )
}
