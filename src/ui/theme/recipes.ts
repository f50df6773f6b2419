import { buttonRecipe, headingRecipe, linkRecipe, spinnerRecipe } from '@chakra-ui/react/theme'

/** At least 44 px high and wide where the pointer is a finger. */
export const touchTarget = {
  '@media (pointer: coarse)': { display: 'inline-flex', alignItems: 'center', minH: '11', minW: '11' },
}

/** What every page may use. Forms bring their own (form-recipes.ts), and so does the workspace (workspace-recipes.ts). */
export const recipes = { button: buttonRecipe, heading: headingRecipe, link: linkRecipe, spinner: spinnerRecipe }

/** Merged over the recipes above: only where ours differ from Chakra's. */
export const refinements = {
  recipes: {
    button: { base: { '@media (pointer: coarse)': { minH: '11', minW: '11' } } },
    heading: { base: { textWrap: 'balance' } },
    link: { variants: { variant: { underline: { textDecorationColor: 'currentColor/50' } } } },
  },
}
