import {
  badgeRecipe,
  buttonRecipe,
  checkboxSlotRecipe,
  containerRecipe,
  fieldSlotRecipe,
  headingRecipe,
  inputRecipe,
  linkRecipe,
  separatorRecipe,
  skeletonRecipe,
  spinnerRecipe,
  textareaRecipe,
} from '@chakra-ui/react/theme'

/** What every page may use, the public site included. The workspace's own stand in workspace-recipes.ts. */
export const recipes = {
  badge: badgeRecipe,
  button: buttonRecipe,
  container: containerRecipe,
  heading: headingRecipe,
  input: inputRecipe,
  link: linkRecipe,
  separator: separatorRecipe,
  skeleton: skeletonRecipe,
  spinner: spinnerRecipe,
  textarea: textareaRecipe,
}

export const slotRecipes = { checkbox: checkboxSlotRecipe, field: fieldSlotRecipe }

const invalid = { colorPalette: 'error', borderColor: 'border.error' }

/** Outlines of a control reach 3:1 against its ground, which Chakra's plain border does not. */
export const controlOutline = { borderColor: 'border.control' }

/** Merged over the recipes above: only where ours differ from Chakra's. */
export const refinements = {
  recipes: {
    container: { base: { maxWidth: '1264px' } },
    heading: { base: { textWrap: 'balance' } },
    input: { base: { bg: 'bg.panel' }, variants: { variant: { outline: controlOutline } } },
    link: { variants: { variant: { underline: { textDecorationColor: 'currentColor/50' } } } },
    textarea: { base: { bg: 'bg.panel' }, variants: { variant: { outline: controlOutline } } },
  },
  slotRecipes: {
    checkbox: {
      slots: [],
      base: { control: { _invalid: invalid } },
      variants: { variant: { solid: { control: controlOutline }, outline: { control: controlOutline } } },
    },
  },
}
