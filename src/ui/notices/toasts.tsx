import { chakra } from '@chakra-ui/react/styled-system'
import { toastSlotRecipe } from '@chakra-ui/react/theme'
import { createToaster, Toaster, ToastCloseTrigger, ToastRoot, ToastTitle } from '@chakra-ui/react/toast'
import { mdiAlertCircleOutline, mdiCheckCircleOutline } from '@mdi/js'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'

import { Icon } from '../icon'
import type { NoticeKind } from './notify'
import { addRecipes } from '../theme/system'

/** Added with the first toast, so that pages without toasts do not load the recipe. */
addRecipes({ slotRecipes: { toast: toastSlotRecipe } })

/** Positions toasts below the header, so that the header remains usable. */
const offsets = { top: '80px', right: '16px', bottom: '16px', left: '16px' }

const toasters = {
  site: createToaster({ placement: 'top-end', duration: 5_000, max: 20, offsets }),
  workspace: createToaster({ placement: 'top', duration: 2_500, offsets }),
}

/**
 * The public site shows toasts at the top right for 5 seconds. The workspace shows them at the top center for 2.5
 * seconds, paused while the window is not focused. In both places, toasts are also paused while the pointer is over
 * them.
 */
export type ToastPlace = keyof typeof toasters

/** Shows a toast until its time is up or `until` is aborted. */
export const showToast = (place: ToastPlace, title: string, type: NoticeKind, until?: AbortSignal) => {
  if (until?.aborted) return
  const toaster = toasters[place]
  const id = toaster.create({ type, title, closable: true })
  until?.addEventListener('abort', () => toaster.dismiss(id), { once: true })
}

/**
 * The region for toasts. Only one of the two placements is active at a time, because both use the same keyboard
 * shortcut.
 */
export function Toasts({ place }: { place: ToastPlace }) {
  const toaster = toasters[place]
  useEffect(() => {
    const pause = () => toasters.workspace.pause()
    const resume = () => toasters.workspace.resume()
    addEventListener('blur', pause)
    addEventListener('focus', resume)
    return () => {
      removeEventListener('blur', pause)
      removeEventListener('focus', resume)
    }
  }, [])
  const region = (
    <Toaster key={place} toaster={toaster}>
      {(toast) => (
        <ToastRoot
          // An open dialog would handle Escape before the toast's own listener.
          onKeyDown={({ key }) => key === 'Escape' && toaster.dismiss(toast.id)}
          width={{ base: 'calc(100vw - 32px)', sm: '400px' }}
          colorPalette={toast.type === 'success' ? 'success' : 'error'}
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
  // Rendered next to the app's root, because an open dialog hides the root from assistive technology. Dialogs do not
  // hide live announcers.
  return createPortal(
    <div data-notice="" data-live-announcer="">
      {region}
    </div>,
    document.body,
  )
}
