import { chakra } from '@chakra-ui/react/styled-system'
import { toastSlotRecipe } from '@chakra-ui/react/theme'
import { createToaster, Toaster, ToastCloseTrigger, ToastRoot, ToastTitle } from '@chakra-ui/react/toast'
import { mdiAlertCircleOutline, mdiCheckCircleOutline } from '@mdi/js'

import { Icon } from './icon'
import { bringRecipes } from './system'

/** Loaded with the first toast, so that pages without one do not pay for it. */
bringRecipes({ slotRecipes: { toast: toastSlotRecipe } })

/** Below the header, which stays usable. */
const offsets = { top: '80px', right: '16px', bottom: '16px', left: '16px' }

const siteToaster = createToaster({ placement: 'top-end', duration: 5_000, max: 20, offsets })

/** Tells something on the public site: top right, for 5 seconds. */
export const showSiteToast = (type: 'error' | 'success' | 'info', title: string) => {
  siteToaster.create({ type, title, closable: true })
}

/** Where the public site's toasts appear. */
export function SiteToasts() {
  return (
    <Toaster toaster={siteToaster}>
      {(toast) => (
        <ToastRoot
          width={{ base: 'calc(100vw - 32px)', sm: '400px' }}
          colorPalette={toast.type ?? 'info'}
          bg="bg.panel"
          color="fg"
          borderWidth="1px"
          borderColor="colorPalette.border"
          borderInlineStartWidth="4px"
          boxShadow="lg"
        >
          <chakra.span color="colorPalette.fg" flexShrink="0">
            <Icon path={toast.type === 'success' ? mdiCheckCircleOutline : mdiAlertCircleOutline} size="20px" />
          </chakra.span>
          <chakra.div flex="1">
            <ToastTitle>{toast.title}</ToastTitle>
          </chakra.div>
          <ToastCloseTrigger aria-label="Close" />
        </ToastRoot>
      )}
    </Toaster>
  )
}
