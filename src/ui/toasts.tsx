import { chakra } from '@chakra-ui/react/styled-system'
import { toastSlotRecipe } from '@chakra-ui/react/theme'
import { createToaster, Toaster, ToastCloseTrigger, ToastRoot, ToastTitle } from '@chakra-ui/react/toast'
import { mdiAlertCircleOutline } from '@mdi/js'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'

import { Icon } from './icon'
import { bringRecipes } from './theme/system'

/** Loaded with the first toast, so that pages without one do not pay for it. */
bringRecipes({ slotRecipes: { toast: toastSlotRecipe } })

/** Below the header, which stays usable. */
const offsets = { top: '80px', right: '16px', bottom: '16px', left: '16px' }

const toasters = {
  site: createToaster({ placement: 'top-end', duration: 5_000, max: 20, offsets }),
  // Hovering over one holds it, in either.
  workspace: createToaster({ placement: 'top', duration: 2_500, offsets }),
}

/** The public site tells top right, for 5 seconds; the workspace top centre, for 2.5 seconds of looking at it. */
export type ToastPlace = keyof typeof toasters

/** Tells that something failed. */
export const showToast = (place: ToastPlace, title: string) => {
  toasters[place].create({ type: 'error', title, closable: true })
}

/** Where toasts appear. One place at a time, since the key that leads to them is the same for both. */
export function Toasts({ place }: { place: ToastPlace }) {
  const toaster = toasters[place]
  useEffect(() => {
    const hold = () => toasters.workspace.pause()
    const goOn = () => toasters.workspace.resume()
    addEventListener('blur', hold)
    addEventListener('focus', goOn)
    return () => {
      removeEventListener('blur', hold)
      removeEventListener('focus', goOn)
    }
  }, [])
  const region = (
    <Toaster key={place} toaster={toaster}>
      {(toast) => (
        <ToastRoot
          // An open dialog takes the key before the toast does.
          onKeyDown={({ key }) => key === 'Escape' && toaster.dismiss(toast.id)}
          width={{ base: 'calc(100vw - 32px)', sm: '400px' }}
          colorPalette="error"
          bg="bg.panel"
          color="fg"
          borderWidth="1px"
          borderColor="colorPalette.border"
          borderInlineStartWidth="4px"
          boxShadow="lg"
        >
          <chakra.span color="colorPalette.fg" flexShrink="0">
            <Icon path={mdiAlertCircleOutline} size="20px" />
          </chakra.span>
          <chakra.div flex="1">
            <ToastTitle>{toast.title}</ToastTitle>
          </chakra.div>
          <ToastCloseTrigger aria-label="Close" />
        </ToastRoot>
      )}
    </Toaster>
  )
  // Beside the app's root, which an open dialog hides from assistive technology with all that is in it. The dialog leaves
  // what announces alone.
  return createPortal(
    <div data-notice="" data-live-announcer="">
      {region}
    </div>,
    document.body,
  )
}
