import type { Frame } from '../../../formats/board/board-picture'

/**
 * The colors of the inner copper layers, which are used in turn. As in board editors, the top layer is red and the
 * bottom layer is blue.
 */
const inner = {
  light: ['#8a6d00', '#2f7d1f', '#00796b', '#6d3fb0', '#a1590c', '#3f6212', '#0e6f8a', '#9d2c83'],
  dark: ['#e3c14b', '#7ec85f', '#46c4b0', '#b69af0', '#f0a35a', '#b5d05a', '#58c6e8', '#ef86cf'],
}
const outer = {
  light: { top: '#c2262b', bottom: '#2456c7' },
  dark: { top: '#ff6b62', bottom: '#6b9bff' },
}
const plain = {
  light: { ground: '#fbfcfb', outline: '#13213a', via: '#8c7a4f', hole: '#fbfcfb', halo: '#ff2fd0' },
  dark: { ground: '#0a111d', outline: '#e8edf4', via: '#c9b27a', hole: '#0a111d', halo: '#ffffff' },
}

/** The colors of groups of highlighted nets, such as the rows of a request. */
export const groupColors = {
  light: ['#c0169a', '#00798a', '#b35900', '#2c7a2e', '#6b2fd0', '#8a5a2b', '#6f6b00', '#3c4a8f'],
  dark: ['#ff7ae0', '#4fd6e6', '#ffb25c', '#7fdc82', '#b99bff', '#d6a878', '#d8d24a', '#9fb0ff'],
}

/** The colors of a board with the given number of copper layers. */
export function boardColors(layers: number, isDark: boolean): Frame['colors'] {
  const theme = isDark ? 'dark' : 'light'
  const colors = Array.from({ length: layers }, (_, layer) => {
    if (layer === 0) return outer[theme].top
    if (layer === layers - 1) return outer[theme].bottom
    return inner[theme][(layer - 1) % inner[theme].length] ?? outer[theme].top
  })
  return { ...plain[theme], layers: colors }
}
