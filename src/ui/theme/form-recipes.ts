import { fieldSlotRecipe, inputRecipe, textareaRecipe } from '@chakra-ui/react/theme'

import { bringRecipes } from './system'

/** Outlines of a control reach 3:1 against its ground, which Chakra's plain border does not. */
export const controlOutline = { borderColor: 'border.control' }

const control = {
  base: { bg: 'bg.panel', '@media (pointer: coarse)': { minH: '11' } },
  variants: { variant: { outline: controlOutline } },
}

/** Imported for its effect by what has a form: the public site's first screen has none. */
bringRecipes(
  { recipes: { input: inputRecipe, textarea: textareaRecipe }, slotRecipes: { field: fieldSlotRecipe } },
  { recipes: { input: control, textarea: control } },
)
