import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, mergeConfigs, type SystemConfig } from '@chakra-ui/react/styled-system'

import { type Colors, dark, light, type PaletteName, paletteNames, shades } from './colors'
import { recipes, refinements } from './recipes'
import { keyframes, textStyles, tokens } from './scales'

/**
 * Chakra's engine with our own tokens and only the recipes in use, because each recipe and token adds bytes to every
 * page.
 *
 * A recipe that only a lazy route needs is loaded with that route. Either the route imports a module that calls
 * `addRecipes` at the top level, like dialog-recipes.ts, or a component takes the recipe as a prop (`<Accordion.Root
 * recipe={…}>`). A component whose recipe was not added renders unstyled, without a warning.
 */

const themed = (pick: (colors: Colors) => string) => ({ value: { base: pick(light), _dark: pick(dark) } })

const paletteTokens = Object.fromEntries(
  paletteNames.map((name) => [
    name,
    Object.fromEntries(shades.map((shade) => [shade, themed(({ palettes }) => palettes[name][shade])])),
  ]),
)

const statuses: PaletteName[] = ['error', 'info', 'success', 'warning']
const statusTokens = (shade: 'subtle' | 'fg' | 'border') =>
  Object.fromEntries(statuses.map((name) => [name, themed(({ palettes }) => palettes[name][shade])]))

const colors = {
  bg: {
    DEFAULT: themed(({ bg }) => bg.base),
    subtle: themed(({ bg }) => bg.subtle),
    muted: themed(({ bg }) => bg.muted),
    emphasized: themed(({ bg }) => bg.emphasized),
    panel: themed(({ bg }) => bg.panel),
    inverted: themed(({ bg }) => bg.inverted),
    ...statusTokens('subtle'),
  },
  fg: {
    DEFAULT: themed(({ fg }) => fg.base),
    muted: themed(({ fg }) => fg.muted),
    subtle: themed(({ fg }) => fg.subtle),
    inverted: themed(({ fg }) => fg.inverted),
    ...statusTokens('fg'),
  },
  border: {
    DEFAULT: themed(({ border }) => border.base),
    muted: themed(({ border }) => border.muted),
    emphasized: themed(({ border }) => border.emphasized),
    control: themed(({ border }) => border.control),
    ...statusTokens('border'),
  },
  ...paletteTokens,
}

const shadow = (light: string, dark: string) => ({ value: { base: light, _dark: dark } })
const shadows = {
  xs: shadow('0 1px 2px rgb(19 33 58 / 0.08)', '0 1px 2px rgb(0 0 0 / 0.5)'),
  sm: shadow('0 1px 3px rgb(19 33 58 / 0.1)', '0 1px 3px rgb(0 0 0 / 0.55)'),
  md: shadow('0 4px 12px -2px rgb(19 33 58 / 0.12)', '0 4px 12px -2px rgb(0 0 0 / 0.6)'),
  lg: shadow('0 12px 32px -8px rgb(19 33 58 / 0.2)', '0 12px 32px -8px rgb(0 0 0 / 0.7)'),
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
    // Keeps scroll targets below the sticky header. Scroll padding on the page would also affect the header's own
    // links.
    'main, main *': { '@media (min-height: 400px)': { scrollMarginTop: '16' } },
    // Browsers scroll to the caret of a text area instead of the element, so its scroll margin does not apply.
    'html:has(textarea:focus)': { '@media (min-height: 400px)': { scrollPaddingTop: '16' } },
    // Drawings keep their colors in forced-colors mode, so they need their own background too.
    'svg[role=img]': { '@media (forced-colors: active)': { forcedColorAdjust: 'none', bg: 'bg.subtle' } },
    'html.dark': { colorScheme: 'dark' },
    '*::placeholder': { color: 'fg.subtle' },
    '*::selection': { bg: 'colorPalette.emphasized' },
    // Excludes the loading overlay, whose closing animation involves no motion.
    '*:not([data-loading-overlay]), *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationDelay: '0s !important',
        animationIterationCount: '1 !important',
        // Any other duration would show the previous value of every property for one more frame.
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

type Recipes = { recipes?: Record<string, unknown>; slotRecipes?: Record<string, unknown> }

const added: Required<Recipes> = { recipes: {}, slotRecipes: {} }
const base = createSystem(defaultBaseConfig, theme, { theme: refinements })

/** The product's Chakra system. It falls back to recipes added by lazy routes. */
export const system = {
  ...base,
  getRecipe: (key: string, fallback?: unknown): unknown => base.getRecipe(key, added.recipes[key] ?? fallback),
  getSlotRecipe: (key: string, fallback?: unknown): unknown =>
    base.getSlotRecipe(key, added.slotRecipes[key] ?? fallback),
  getRecipeFn: (key: string, fallback?: unknown): unknown => base.getRecipeFn(key, added.recipes[key] ?? fallback),
  getSlotRecipeFn: (key: string, fallback?: unknown): unknown =>
    base.getSlotRecipeFn(key, added.slotRecipes[key] ?? fallback),
}

/** Adds recipes with optional overrides. Must be called before the first component that uses them renders. */
export function addRecipes(recipes: Recipes, overrides: Recipes = {}): void {
  const merged = mergeConfigs({ theme: recipes } as SystemConfig, { theme: overrides } as SystemConfig).theme
  Object.assign(added.recipes, merged?.recipes)
  Object.assign(added.slotRecipes, merged?.slotRecipes)
}
