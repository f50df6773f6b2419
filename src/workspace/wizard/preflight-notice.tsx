import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'

import type { Warning } from '../../../machines/wizard/warning'

type PreflightNoticeProps = {
  warnings: Warning[]
  /** Whether the layout is being read, has been read, or could not be read. */
  layout: 'reading' | 'read' | 'unread'
  onMend: (warning: Warning) => void
}

/** Summarizes the result of the pre-flight check in one line. */
function resultOf(count: number, layout: PreflightNoticeProps['layout']): string {
  if (layout === 'reading') return 'Pre-flight: the files are being read...'
  if (count > 0) return `Pre-flight: ${count === 1 ? 'one item' : `${count} items`} to check before you pay.`
  return layout === 'read'
    ? 'Pre-flight: no problems found in the files.'
    : 'Pre-flight: the layout could not be read here, so its nets and outline were not checked.'
}

/** Shows what the user should check before paying. Warnings do not block the payment. */
export function PreflightNotice({ warnings, layout, onMend }: PreflightNoticeProps) {
  return (
    <chakra.section
      aria-label="Pre-flight"
      colorPalette={warnings.length > 0 ? 'warning' : layout === 'read' ? 'success' : 'info'}
      borderWidth="1px"
      borderColor="colorPalette.border"
      borderRadius="l3"
      p="4"
    >
      <div role="status">
        <chakra.h3 fontWeight="semibold" color="colorPalette.fg">
          {resultOf(warnings.length, layout)}
        </chakra.h3>
      </div>
      {warnings.length > 0 && (
        <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" mt="3">
          {warnings.map((warning) => (
            <chakra.li key={warning.id} display="flex" flexWrap="wrap" alignItems="start" columnGap="4" rowGap="1">
              <chakra.div flex="1" minW="min(240px, 100%)">
                <p>{warning.text}</p>
                <chakra.p color="fg.muted" textStyle="sm">
                  {warning.advice}
                </chakra.p>
              </chakra.div>
              <Button size="xs" variant="outline" onClick={() => onMend(warning)}>
                Go to step {warning.place.step}
              </Button>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  )
}
