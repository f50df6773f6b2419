import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { fromCallback } from 'xstate'

import {
  followGivenBoards,
  forgetGivenBoard,
  isBoardGiven,
  isBoardUnseen,
  markBoardSeen,
} from '../site/pricing/given-files'
import { EmptyZone, PricePage } from '../site/pricing/price-page'
import { failToLoad } from '../ui/load-failure'
import { PageSpinner } from '../ui/page-spinner'
import { connectWorkspace, WorkspaceProvider } from '../workspace/lib/machines'
import { rememberFile } from '../workspace/pricing/board-files'
import { isBoardKept } from '../workspace/pricing/kept-board'
import { useViewing } from './price-viewing'
import { showPrices } from './show-prices'

export { preloadPricePage } from '../site/pricing/price-page'

const BoardPrice = lazy(() =>
  import('../workspace/pricing/board-price').then((it) => ({ default: it.BoardPrice }), failToLoad),
)
const root = getRouteApi('__root__')
const priceRoute = getRouteApi('/price')

const isBoardUsed = () => isBoardGiven() || isBoardKept()
const followUse = (changed: () => void) =>
  followGivenBoards(() => {
    markBoardSeen()
    changed()
  })
const noBoards = fromCallback(() => {})

/** The price page. The code for a board is loaded when there is one. */
export function PriceScreen() {
  const { services } = root.useRouteContext()
  const navigate = useNavigate()
  const search = priceRoute.useSearch()
  const isSample = search.board === 'sample'
  const viewing = useViewing(search)
  const connection = useMemo(() => connectWorkspace(services.api, services.session.currentUser), [services])
  useEffect(() => void showPrices(services.api), [services])
  // A board that is dropped over the sample gets a page of its own, so that Back returns to the sample.
  const followOwn = useMemo(
    () => () => followGivenBoards(() => void (isBoardUnseen() && navigate({ to: '/price' }).catch(console.error))),
    [navigate],
  )
  const isUsed = useSyncExternalStore(
    isSample ? followOwn : followUse,
    () => isSample || isBoardUsed(),
    () => false,
  )
  const followBoards = useMemo(
    () =>
      fromCallback(({ sendBack }) =>
        followGivenBoards((board, file) => {
          rememberFile(board.id, file)
          sendBack({ type: 'board.given', board })
        }),
      ),
    [],
  )
  return (
    <PricePage
      estimate={
        isUsed ? (
          <WorkspaceProvider value={connection}>
            <Suspense fallback={<PageSpinner text="Reading the board..." />}>
              <BoardPrice
                key={isSample ? 'sample' : 'own'}
                isSample={isSample}
                viewing={viewing}
                followBoards={isSample ? noBoards : followBoards}
                empty={<EmptyZone />}
                onForget={forgetGivenBoard}
                onKept={() => {
                  forgetGivenBoard()
                  navigate({ to: '/workspace/board' }).catch(console.error)
                }}
              />
            </Suspense>
          </WorkspaceProvider>
        ) : null
      }
    />
  )
}
