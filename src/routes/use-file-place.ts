import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import type { FilePlace } from '../workspace/requests/file-place'
import { pathInAddress } from './path-in-address'
import { searchText } from './search-text'

type Search = Record<string, unknown>

/** The file of a request in the URL, with the view of its preview. `path` is the path of the request's page. */
export function useFilePlace(path: string, { file, view }: { file?: unknown; view?: unknown }): FilePlace {
  const router = useRouter()
  const navigate = useNavigate()
  // Incremented to open the preview again with a different view.
  const [shown, setShown] = useState(0)
  return useMemo(() => {
    const go = (change: (now: Search) => Search, how: object) => {
      navigate({ to: '.', search: change, resetScroll: false, ...how }).catch(console.error)
    }
    const at = (id: string, shownView: string) => ({ file: id, ...(shownView !== '' && { view: shownView }) })
    const without = ({ file: _file, view: _view, ...now }: Search) => now
    const isOpen = (id: unknown) => {
      const next: Search = router.options.parseSearch(router.history.location.search)
      return pathInAddress(router) === path && searchText(next['file']) === searchText(id)
    }
    const show = (next: string) =>
      go((now) => ({ ...without(now), ...at(searchText(file), next) }), { replace: true, state: true })
    return {
      fileId: searchText(file) || null,
      address: {
        view: searchText(view),
        shown,
        // The view is written to the URL only once it has settled. By then, another file or page may have been opened.
        onView: (settled) => {
          if (isOpen(file)) show(settled)
        },
        onShow: (next) => {
          show(next)
          setShown((count) => count + 1)
        },
      },
      hrefOf: (id, next) => `${path}${router.options.stringifySearch(at(id, next))}`,
      onOpen: (id, next) =>
        go(
          (now) => ({ ...without(now), ...at(id, next) }),
          searchText(file) === '' ? { state: { isDialogOverPage: true } } : { replace: true, state: true },
        ),
      onClose: () => {
        // The page may have been left already.
        if (!isOpen(file)) return
        if (router.state.location.state.isDialogOverPage) router.history.back()
        else go(without, { replace: true })
      },
    }
  }, [router, navigate, path, file, view, shown])
}
