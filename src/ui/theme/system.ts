import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, mergeConfigs, type SystemConfig } from '@chakra-ui/react/styled-system'

import { type Colours, dark, light, type PaletteName, paletteNames, shades } from './colours'
import { recipes, refinements } from './recipes'
import { keyframes, textStyles, tokens } from './scales'

/**
 * Chakra's engine with our own tokens and only the recipes in use, since each recipe and token is a cost on every page.
 *
 * A recipe that only a lazy route needs travels with it. Either the route imports a module that calls `bringRecipes`
 * at its top, as workspace-recipes.ts does, or one component takes it by prop (`<Accordion.Root recipe={…}>`).
 * A component whose recipe nobody brought renders without style and without a word.
 */

const both = (pick: (colours: Colours) => string) => ({ value: { base: pick(light), _dark: pick(dark) } })

const paletteTokens = Object.fromEntries(
  paletteNames.map((name) => [
    name,
    Object.fromEntries(shades.map((shade) => [shade, both(({ palettes }) => palettes[name][shade])])),
  ]),
)

const statuses: PaletteName[] = ['error', 'info', 'success', 'warning']
const ofStatuses = (shade: 'subtle' | 'fg' | 'border') =>
  Object.fromEntries(statuses.map((name) => [name, both(({ palettes }) => palettes[name][shade])]))

const colors = {
  bg: {
    DEFAULT: both(({ bg }) => bg.base),
    subtle: both(({ bg }) => bg.subtle),
    muted: both(({ bg }) => bg.muted),
    emphasized: both(({ bg }) => bg.emphasized),
    panel: both(({ bg }) => bg.panel),
    inverted: both(({ bg }) => bg.inverted),
    ...ofStatuses('subtle'),
  },
  fg: {
    DEFAULT: both(({ fg }) => fg.base),
    muted: both(({ fg }) => fg.muted),
    subtle: both(({ fg }) => fg.subtle),
    inverted: both(({ fg }) => fg.inverted),
    ...ofStatuses('fg'),
  },
  border: {
    DEFAULT: both(({ border }) => border.base),
    muted: both(({ border }) => border.muted),
    emphasized: both(({ border }) => border.emphasized),
    control: both(({ border }) => border.control),
    ...ofStatuses('border'),
  },
  ...paletteTokens,
}

const lift = (light: string, dark: string) => ({ value: { base: light, _dark: dark } })
const shadows = {
  xs: lift('0 1px 2px rgb(19 33 58 / 0.08)', '0 1px 2px rgb(0 0 0 / 0.5)'),
  sm: lift('0 1px 3px rgb(19 33 58 / 0.1)', '0 1px 3px rgb(0 0 0 / 0.55)'),
  md: lift('0 4px 12px -2px rgb(19 33 58 / 0.12)', '0 4px 12px -2px rgb(0 0 0 / 0.6)'),
  lg: lift('0 12px 32px -8px rgb(19 33 58 / 0.2)', '0 12px 32px -8px rgb(0 0 0 / 0.7)'),
}

const theme: SystemConfig = {
  preflight: true,
  globalCss: {
    '*': {
      '--global-font-mono': 'fonts.mono',
      '--global-font-body': 'fonts.body',
      '--global-color-border': 'colors.border',
    },
    html: {
      color: 'fg',
      bg: 'bg',
      lineHeight: '1.5',
      colorPalette: 'primary',
      colorScheme: 'light',
    },
    // What is scrolled to stands below the header. A padding of the page would also move it for the header's own links.
    'main, main *': { '@media (min-height: 400px)': { scrollMarginTop: '16' } },
    // A browser shows the caret of a text, not its field.
    'html:has(textarea:focus)': { '@media (min-height: 400px)': { scrollPaddingTop: '16' } },
    // Curves and areas keep their colours, so they keep their ground too.
    'svg[role=img]': { '@media (forced-colors: active)': { forcedColorAdjust: 'none', bg: 'bg.subtle' } },
    'html.dark': { colorScheme: 'dark' },
    '*::placeholder': { color: 'fg.subtle' },
    '*::selection': { bg: 'colorPalette.emphasized' },
    // The loading overlay ends by an animation, which is none that moves.
    '*:not([data-loading-overlay]), *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationDelay: '0s !important',
        animationIterationCount: '1 !important',
        // Any time at all would show what was before for one more frame, of every property.
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' },
    keyframes,
    tokens,
    semanticTokens: {
      colors,
      shadows,
      radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.lg}' } },
    },
    textStyles,
    layerStyles: { disabled: { value: { opacity: '0.5', cursor: 'not-allowed' } } },
    recipes,
  },
}

type Brought = { recipes?: Record<string, unknown>; slotRecipes?: Record<string, unknown> }

const brought: Required<Brought> = { recipes: {}, slotRecipes: {} }
const own = createSystem(defaultBaseConfig, theme, { theme: refinements })

/** The one system of the product. Asks what lazy routes have brought when it has no recipe of that name itself. */
export const system = {
  ...own,
  getRecipe: (key: string, fallback?: unknown): unknown => own.getRecipe(key, brought.recipes[key] ?? fallback),
  getSlotRecipe: (key: string, fallback?: unknown): unknown =>
    own.getSlotRecipe(key, brought.slotRecipes[key] ?? fallback),
  getRecipeFn: (key: string, fallback?: unknown): unknown => own.getRecipeFn(key, brought.recipes[key] ?? fallback),
  getSlotRecipeFn: (key: string, fallback?: unknown): unknown =>
    own.getSlotRecipeFn(key, brought.slotRecipes[key] ?? fallback),
}

/** Adds recipes (and refinements merged over them) before the first component that needs them renders. */
export function bringRecipes(recipes: Brought, over: Brought = {}): void {
  const merged = mergeConfigs({ theme: recipes } as SystemConfig, { theme: over } as SystemConfig).theme
  Object.assign(brought.recipes, merged?.recipes)
  Object.assign(brought.slotRecipes, merged?.slotRecipes)
}
