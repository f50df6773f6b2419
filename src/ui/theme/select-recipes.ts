import { nativeSelectSlotRecipe } from '@chakra-ui/react/theme'

import { controlOutline } from './form-recipes'
import { addRecipes } from './system'

/** Imported for its side effect by modules that show selects, because the public pages have none. */
addRecipes(
  { slotRecipes: { nativeSelect: nativeSelectSlotRecipe } },
  {
    slotRecipes: {
      nativeSelect: {
        variants: {
          variant: {
            outline: { field: { ...controlOutline, bg: 'bg.panel', '@media (pointer: coarse)': { minH: '11' } } },
          },
        },
      },
    },
  },
)
