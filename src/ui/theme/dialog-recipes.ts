import { dialogSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme'

import { controlOutline } from './form-recipes'
import { addRecipes } from './system'

/** Imported for its side effect by dialogs, because no page uses these recipes outside a dialog. */
addRecipes(
  { slotRecipes: { dialog: dialogSlotRecipe, nativeSelect: nativeSelectSlotRecipe } },
  {
    slotRecipes: {
      dialog: { base: { backdrop: { bg: 'rgb(11 19 32 / 0.56)' }, content: { mx: '4' } } },
      nativeSelect: { variants: { variant: { outline: { field: { ...controlOutline, bg: 'bg.panel' } } } } },
    },
  },
)
