import { buttonRecipe, headingRecipe, linkRecipe, spinnerRecipe } from '@chakra-ui/react/theme'

/** What every page may use. Forms bring their own (form-recipes.ts), and so does the workspace (workspace-recipes.ts). */
export const recipes = { button: buttonRecipe, heading: headingRecipe, link: linkRecipe, spinner: spinnerRecipe }

/** Merged over the recipes above: only where ours differ from Chakra's. */
export const refinements = {
  recipes: {
    heading: { base: { textWrap: 'balance' } },
    link: { variants: { variant: { underline: { textDecorationColor: 'currentColor/50' } } } },
  },
}
