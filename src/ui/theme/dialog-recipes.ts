import { dialogSlotRecipe } from '@chakra-ui/react/theme'

import './select-recipes'
import { addRecipes } from './system'

/** Imported for its side effect by dialogs, because no page uses this recipe outside a dialog. */
addRecipes(
  { slotRecipes: { dialog: dialogSlotRecipe } },
  {
    slotRecipes: {
      dialog: { base: { backdrop: { bg: 'rgb(11 19 32 / 0.56)' }, content: { mx: '4' } } },
    },
  },
)
