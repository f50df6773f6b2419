import {
  alertSlotRecipe,
  avatarSlotRecipe,
  cardSlotRecipe,
  dialogSlotRecipe,
  nativeSelectSlotRecipe,
  progressSlotRecipe,
  tableSlotRecipe,
} from '@chakra-ui/react/theme'

import { controlOutline } from './form-recipes'
import { addRecipes } from './system'

/** Imported for its side effect by the workspace's lazy chunk, because the public site does not use these recipes. */
addRecipes(
  {
    slotRecipes: {
      alert: alertSlotRecipe,
      avatar: avatarSlotRecipe,
      card: cardSlotRecipe,
      dialog: dialogSlotRecipe,
      nativeSelect: nativeSelectSlotRecipe,
      progress: progressSlotRecipe,
      table: tableSlotRecipe,
    },
  },
  {
    slotRecipes: {
      alert: {
        variants: {
          status: {
            info: { root: { colorPalette: 'info' } },
            warning: { root: { colorPalette: 'warning' } },
            success: { root: { colorPalette: 'success' } },
            error: { root: { colorPalette: 'error' } },
          },
        },
      },
      dialog: { base: { backdrop: { bg: 'rgb(11 19 32 / 0.56)' }, content: { mx: '4' } } },
      nativeSelect: { variants: { variant: { outline: { field: { ...controlOutline, bg: 'bg.panel' } } } } },
      progress: { base: { track: { bgColor: 'bg.emphasized' } } },
    },
  },
)
