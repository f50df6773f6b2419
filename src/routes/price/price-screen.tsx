import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { fromCallback } from 'xstate'

import { statusOf } from '../../../machines/session/session.machine'
import { useSession } from '../../session/context'
import { useHydrated } from '../../session/use-hydrated'
import { isBoardGiven } from '../../site/pricing/expected-board'
import { followGivenBoards, forgetGivenBoard, isBoardUnseen, markBoardSeen } from '../../site/pricing/given-files'
import { EmptyZone, preloadPriceParts, PricePage } from '../../site/pricing/price-page'
import { failToLoad } from '../../ui/loading/load-failure'
import { PageSpinner } from '../../ui/page-spinner'
import { lazyPartWithoutSuspense } from '../../ui/loading/lazy-part-without-suspense'
import { connectWorkspace, WorkspaceProvider } from '../../workspace/lib/machines'
import { rememberFile } from '../../workspace/pricing/board-files'
import { isBoardKept } from '../../workspace/pricing/kept-board'
import { useViewing } from './price-viewing'
import { showPrices } from './show-prices'

const opening = <PageSpinner text="Reading the board..." />
const BoardPrice = lazyPartWithoutSuspense(
  () => import('../../workspace/pricing/board-price').then((it) => it.BoardPrice, failToLoad),
  opening,
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

/** Loads the code for a board before there is one. */
export const preloadBoardPrice = () => BoardPrice.preload()

/** Preloads the parts of the page for a navigation to it. If there is a board, the code for it starts loading, too. */
export async function preloadPricePage(): Promise<void> {
  // If this fails, the page reports it.
  if (typeof document !== 'undefined' && isBoardUsed()) preloadBoardPrice().catch(() => {})
  await preloadPriceParts()
}

/** The price page. The code for a board is loaded when there is one. */
export function PriceScreen() {
  const { services } = root.useRouteContext()
  const isSignedIn = useHydrated(useSession(), statusOf) === 'authenticated'
  const navigate = useNavigate()
  const router = useRouter()
  const search = priceRoute.useSearch()
  const isSample = search.board === 'sample'
  const viewing = useViewing(search)
  const { onClose } = viewing
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
      fromCallback(({ sendBack }) => {
        let previous: string | null = null
        return followGivenBoards((board, file) => {
          rememberFile(board.id, file)
          // The viewer was opened for another board, so it is closed.
          if (previous !== null && previous !== board.id && router.state.location.search.show) onClose()
          previous = board.id
          sendBack({ type: 'board.given', board })
        })
      }),
    [onClose, router],
  )
  return (
    <PricePage
      estimate={
        isUsed ? (
          <WorkspaceProvider value={connection}>
            <Suspense fallback={opening}>
              <BoardPrice
                key={isSample ? 'sample' : 'own'}
                isSample={isSample}
                isSignedIn={isSignedIn}
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
