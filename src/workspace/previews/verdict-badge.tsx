import { chakra } from '@chakra-ui/react/styled-system'
import { mdiAlertCircle, mdiCheckCircle, mdiCloseCircle } from '@mdi/js'

import type { Verdict } from '../../../machines/previews/verdict'
import { Icon } from '../../ui/icon'

const looks = {
  pass: { palette: 'success', icon: mdiCheckCircle, text: 'Pass' },
  marginal: { palette: 'warning', icon: mdiAlertCircle, text: 'Marginal' },
  fail: { palette: 'error', icon: mdiCloseCircle, text: 'Fail' },
} as const

/** A verdict as an icon, a word and a color. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { palette, icon, text } = looks[verdict]
  return (
    <chakra.span
      colorPalette={palette}
      display="inline-flex"
      alignItems="center"
      gap="1"
      px="2"
      py="0.5"
      borderWidth="1px"
      borderColor="colorPalette.border"
      borderRadius="l2"
      bg="colorPalette.subtle"
      color="colorPalette.fg"
      fontWeight="semibold"
      fontSize="sm"
    >
      <Icon path={icon} size="18px" />
      {text}
    </chakra.span>
  )
}
