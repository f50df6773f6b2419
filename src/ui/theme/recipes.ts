import { buttonRecipe, headingRecipe, linkRecipe, spinnerRecipe } from '@chakra-ui/react/theme'

/** A minimum size of 44 px on touch devices. */
export const touchTarget = {
  '@media (pointer: coarse)': { display: 'inline-flex', alignItems: 'center', minH: '11', minW: '11' },
}

/** Recipes for every page. Forms (form-recipes.ts) and dialogs (dialog-recipes.ts) add their own. */
export const recipes = { button: buttonRecipe, heading: headingRecipe, link: linkRecipe, spinner: spinnerRecipe }

/** Overrides of the recipes above where our design differs from Chakra's. */
export const refinements = {
  recipes: {
    button: { base: { '@media (pointer: coarse)': { minH: '11', minW: '11' } } },
    heading: { base: { textWrap: 'balance' } },
    link: { variants: { variant: { underline: { textDecorationColor: 'currentColor/50' } } } },
  },
}
