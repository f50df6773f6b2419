/**
 * The product's colors as plain data, used by the theme, by the pictures of link previews, and by a test that computes
 * their contrast. Solder-mask green is the action color, copper the accent, ink navy the text and silkscreen white the
 * background. Each palette has the eight shades that Chakra's `colorPalette` uses; `border` has enough contrast (3:1)
 * to outline a control.
 */
export const shades = ['solid', 'contrast', 'fg', 'subtle', 'muted', 'emphasized', 'focusRing', 'border'] as const
export const paletteNames = ['gray', 'primary', 'secondary', 'accent', 'error', 'info', 'success', 'warning'] as const

export type Palette = Record<(typeof shades)[number], string>
export type PaletteName = (typeof paletteNames)[number]
export type Colors = {
  bg: Record<'base' | 'subtle' | 'muted' | 'emphasized' | 'panel' | 'inverted', string>
  fg: Record<'base' | 'muted' | 'subtle' | 'inverted', string>
  /** `control` outlines interactive controls; the others only separate surfaces. */
  border: Record<'base' | 'muted' | 'emphasized' | 'control', string>
  palettes: Record<PaletteName, Palette>
}

const palette = (...values: [string, string, string, string, string, string, string, string]): Palette => {
  const [solid, contrast, fg, subtle, muted, emphasized, focusRing, border] = values
  return { solid, contrast, fg, subtle, muted, emphasized, focusRing, border }
}

export const light: Colors = {
  bg: {
    base: '#ffffff',
    subtle: '#f6f8f7',
    muted: '#edf1ef',
    emphasized: '#dde4e1',
    panel: '#ffffff',
    inverted: '#13213a',
  },
  fg: { base: '#13213a', muted: '#46566b', subtle: '#5b697b', inverted: '#f6f8f7' },
  border: { base: '#dbe2df', muted: '#e8edeb', emphasized: '#b9c4c0', control: '#7a8884' },
  palettes: {
    gray: palette('#13213a', '#ffffff', '#24344d', '#f1f4f3', '#e4e9e7', '#cfd7d4', '#33588c', '#7a8884'),
    primary: palette('#0b6b43', '#ffffff', '#0a5c3a', '#eaf5ef', '#d3eadd', '#a9d5be', '#0e8454', '#4a9674'),
    secondary: palette('#1d3557', '#ffffff', '#1d3557', '#edf1f7', '#dae2ed', '#b8c6da', '#33588c', '#6e86a6'),
    accent: palette('#a3501d', '#ffffff', '#8a4012', '#fbf1ea', '#f5e0d1', '#e8c2a5', '#b8622b', '#b27249'),
    error: palette('#b42318', '#ffffff', '#a01e14', '#fdf0ee', '#fadcd8', '#f2b8b1', '#c93a2e', '#c9655c'),
    info: palette('#1b5fa7', '#ffffff', '#17528f', '#edf4fb', '#d6e6f6', '#adcded', '#2a74c4', '#558ac1'),
    success: palette('#2c7a2f', '#ffffff', '#256628', '#eef6ec', '#daedd6', '#b3d9ac', '#3a8f3e', '#5a985d'),
    warning: palette('#8f6400', '#ffffff', '#735000', '#fdf6e3', '#f9e9bd', '#efd27f', '#a87800', '#a8822a'),
  },
}

export const dark: Colors = {
  bg: {
    base: '#0b1320',
    subtle: '#0f1929',
    muted: '#162235',
    emphasized: '#213049',
    panel: '#111c2e',
    inverted: '#e8edf4',
  },
  fg: { base: '#e8edf4', muted: '#a9b6c8', subtle: '#8f9db2', inverted: '#0b1320' },
  border: { base: '#22314a', muted: '#1a273b', emphasized: '#35465f', control: '#647894' },
  palettes: {
    gray: palette('#e8edf4', '#0b1320', '#d5dde8', '#162235', '#213049', '#35465f', '#8fa3bf', '#647894'),
    primary: palette('#34b77c', '#04170d', '#5fd3a0', '#0e2a22', '#14392c', '#1e5541', '#34b77c', '#2f8f65'),
    secondary: palette('#9db8dc', '#0b1320', '#b4c9e6', '#16243a', '#1f3250', '#2e486f', '#9db8dc', '#5f80ad'),
    accent: palette('#e08b52', '#1e0d03', '#f0a878', '#2b1b12', '#3d2517', '#5e3922', '#e08b52', '#a86b42'),
    error: palette('#f0766b', '#210503', '#f79990', '#2e1517', '#43191b', '#662725', '#f0766b', '#bd5b52'),
    info: palette('#63a7ee', '#04111f', '#8fc1f5', '#11243a', '#173354', '#214a79', '#63a7ee', '#437cb7'),
    success: palette('#6cc26f', '#061a07', '#8fd591', '#13281a', '#193821', '#265432', '#6cc26f', '#4a8e4e'),
    warning: palette('#ebb93b', '#1f1500', '#f2cd6b', '#2a2213', '#3c3015', '#5a471c', '#ebb93b', '#a37e26'),
  },
}
