import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

/**
 * `board` is `sample` if the page opens with the sample board, not the visitor's own. `show` is `board` if the viewer
 * is open.
 */
export type PriceSearch = { board?: string; show?: string }

/** Opens and closes the viewer of the price page. Its state is in the page's URL, so that Back closes it. */
export function useViewing({ show }: PriceSearch) {
  const navigate = useNavigate()
  const router = useRouter()
  const moves = useMemo(() => {
    const go = (change: (now: PriceSearch) => PriceSearch, how: object) => {
      navigate({ to: '.', search: change, resetScroll: false, ...how }).catch(console.error)
    }
    return {
      onOpen: () => go((now) => ({ ...now, show: 'board' }), { state: { isDialogOverPage: true } }),
      onClose: () => {
        if (router.state.location.state.isDialogOverPage) router.history.back()
        else go(({ show: _, ...now }) => now, { replace: true })
      },
    }
  }, [navigate, router])
  return { ...moves, isOpen: show === 'board' }
}
