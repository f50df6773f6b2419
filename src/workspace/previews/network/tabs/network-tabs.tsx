import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type ReactNode, Suspense } from 'react'

import * as analysis from '../../../../../machines/previews/network/network-analysis.machine'
import type { NetworkFacts } from '../../../../../machines/previews/network/network-plot.machine'
import {
  type NetworkAnalysis,
  type NetworkTab,
  networkTabs,
} from '../../../../../machines/previews/network/network-view'
import { ErrorNotice } from '../../../../ui/notices/notices'
import { PageSpinner } from '../../../../ui/page-spinner'
import { lowWindow } from '../../../../ui/theme/accessibility-styles'
import { touchTarget } from '../../../../ui/theme/recipes'
import { lazyPart } from '../../../../ui/loading/lazy-part'

const ChecksView = lazyPart(() => import('./checks-view').then((it) => it.ChecksView))

const EyeView = lazyPart(() => import('./eye-view').then((it) => it.EyeView))

const LossView = lazyPart(() => import('./loss-view').then((it) => it.LossView))

const SmithView = lazyPart(() => import('./smith-view').then((it) => it.SmithView))

const SupplyView = lazyPart(() => import('./supply-view').then((it) => it.SupplyView))

const TimeView = lazyPart(() => import('./time-view').then((it) => it.TimeView))

const names: Record<NetworkTab, string> = {
  frequency: 'Frequency',
  loss: 'Loss',
  time: 'Time',
  eye: 'Eye',
  smith: 'Smith',
  supply: 'Supply',
  checks: 'Checks',
}

const listStyle: SystemStyleObject = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1',
  borderBottomWidth: '1px',
  mb: '3',
  '& button': {
    ...touchTarget,
    px: '3',
    py: '1.5',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    mb: '-1px',
    cursor: 'pointer',
    _hover: { color: 'fg' },
  },
  '& button[aria-selected=true]': { color: 'fg', borderColor: 'primary.solid' },
}

type NetworkTabsProps = {
  actor: analysis.NetworkAnalysisActor
  facts: NetworkFacts
  /** The plot versus frequency. */
  children: ReactNode
}

/** The tabs of a network and the panel of the chosen one. Arrow keys move between the tabs. */
export function NetworkTabs({ actor, facts, children }: NetworkTabsProps) {
  const tab = useSelector(actor, analysis.networkTabOf)
  const choose = (next: NetworkTab) => actor.send({ type: 'tab.chosen', tab: next })

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
    const step = steps[event.key]
    if (!step) return
    const place = (networkTabs.indexOf(tab) + step + networkTabs.length) % networkTabs.length
    const next = networkTabs[place] ?? tab
    choose(next)
    event.currentTarget.querySelector<HTMLElement>(`#network-tab-${next}`)?.focus()
  }

  return (
    <>
      <chakra.div role="tablist" aria-label="Analysis" css={listStyle} data-own-arrows="" onKeyDown={move}>
        {networkTabs.map((one) => (
          <button
            key={one}
            id={`network-tab-${one}`}
            type="button"
            role="tab"
            aria-selected={one === tab}
            aria-controls="network-panel"
            tabIndex={one === tab ? 0 : -1}
            onClick={() => choose(one)}
          >
            {names[one]}
          </button>
        ))}
      </chakra.div>
      <chakra.div
        id="network-panel"
        role="tabpanel"
        aria-labelledby={`network-tab-${tab}`}
        flex="1"
        // In a narrow window, the elements around the panel scroll instead of leaving it no space.
        minH={{ base: '380px', lg: '0' }}
        display="flex"
        flexDirection="column"
        // In a short window, the whole preview scrolls, so that the plot and the buttons below it can be reached.
        css={{ [lowWindow]: { flex: 'none', minH: 'auto' } }}
      >
        {tab === 'frequency' ? children : <Panel actor={actor} facts={facts} />}
      </chakra.div>
    </>
  )
}

function Panel({ actor, facts }: Omit<NetworkTabsProps, 'children'>) {
  const tab = useSelector(actor, analysis.networkTabOf)
  const shown = useSelector(actor, analysis.analysisOf)
  const failure = useSelector(actor, analysis.analysisFailureOf)
  const isRefused = useSelector(actor, analysis.isAnalysisRefused)
  const waiting = <PageSpinner text="Computing..." />
  const canReset = useSelector(actor, analysis.canResetSettings)
  const missing = failure ? (
    <>
      <ErrorNotice title={failure} {...(!isRefused && { onRetry: () => actor.send({ type: 'analysis.retry' }) })} />
      {canReset && (
        <Button
          alignSelf="start"
          size="sm"
          mt="3"
          variant="outline"
          onClick={() => actor.send({ type: 'settings.reset' })}
        >
          Reset to default settings
        </Button>
      )}
    </>
  ) : (
    waiting
  )
  if (!shown && tab !== 'eye') return missing
  return (
    <Suspense fallback={waiting}>
      {/* An eye that was refused for one symbol rate may be possible for another. */}
      {tab === 'eye' ? (
        <EyeView actor={actor} shown={shown?.tab === 'eye' ? shown.eye : null} missing={missing} lines={facts.lines} />
      ) : (
        shown && <View actor={actor} facts={facts} shown={shown} />
      )}
    </Suspense>
  )
}

function View({ actor, facts, shown }: Omit<NetworkTabsProps, 'children'> & { shown: NetworkAnalysis }) {
  switch (shown.tab) {
    case 'time':
      return <TimeView actor={actor} facts={facts} shown={shown} />
    case 'smith':
      return <SmithView actor={actor} facts={facts} shown={shown.reflection} />
    case 'loss':
      return <LossView actor={actor} facts={facts} shown={shown.losses} />
    case 'supply':
      return <SupplyView actor={actor} facts={facts} shown={shown.supply} />
    case 'checks':
      return <ChecksView checks={shown.checks} facts={facts} />
  }
}
