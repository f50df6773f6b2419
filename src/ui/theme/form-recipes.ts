import { fieldSlotRecipe, inputRecipe, textareaRecipe } from '@chakra-ui/react/theme'

import { addRecipes } from './system'

/** The outline of a control, with a contrast of 3:1 to the background, which Chakra's default border does not reach. */
export const controlOutline = { borderColor: 'border.control' }

const control = {
  base: { bg: 'bg.panel', '@media (pointer: coarse)': { minH: '11' } },
  variants: { variant: { outline: controlOutline } },
}

/**
 * Imported for its side effect by modules with forms, so that the public site's hero, which has none, does not load
 * these recipes.
 */
addRecipes(
  { recipes: { input: inputRecipe, textarea: textareaRecipe }, slotRecipes: { field: fieldSlotRecipe } },
  { recipes: { input: control, textarea: control } },
)
