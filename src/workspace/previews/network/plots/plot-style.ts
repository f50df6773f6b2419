import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

import { keptColors } from '../../../../ui/theme/accessibility-styles'

/** The style of the element that uPlot draws into. */
export const plotStyle: SystemStyleObject = {
  ...keptColors,
  bg: 'bg.panel',
  flex: '1',
  minW: '0',
  overflow: 'hidden',
  position: 'relative',
  '& .u-over, & .u-under': { position: 'absolute' },
  '& .u-select': { bg: 'primary.muted', opacity: '0.5' },
  '& .u-hz .u-cursor-x, & .u-hz .u-cursor-y': { borderColor: 'border.control' },
}

const font = '12px Geist Variable, sans-serif'

/** The style of a plot's axis. Its colors are literal, because a canvas cannot use the CSS variables of the theme. */
export const axisStyle = (isDark: boolean) => ({
  stroke: isDark ? '#a9b6c8' : '#46566b',
  font,
  labelFont: font,
  grid: { stroke: isDark ? '#22314a' : '#e1e7e4', width: 1 },
  ticks: { stroke: isDark ? '#35465f' : '#b9c4c0', width: 1 },
})
