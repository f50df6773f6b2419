import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'

import { analysisOf, networkTabOf, placeOf, settingsOf } from '../../../../machines/previews/network-analysis.machine'
import { boardAddressMachine } from '../../../../machines/previews/board-address.machine'
import { fileNameKey, freeFileName } from '../../../../machines/files/file-names'
import type { MadeNetwork } from '../../../../machines/previews/network-chain.machine'
import { networkViewText, parseNetworkView } from '../../../../machines/previews/network-address'
import * as plot from '../../../../machines/previews/network-plot.machine'
import { ErrorNotice } from '../../../ui/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { lowWindow } from '../../../ui/theme/accessibility-styles'
import { connectNetwork } from '../machines'
import { FactsPanel } from '../facts-panel'
import { PartChoice } from '../part-choice'
import { CurveChoice } from './curve-choice'
import { NetworkComparison } from './network-comparison'
import { NetworkCurves } from './network-curves'
import { NetworkExport } from './network-export'
import { NetworkTabs } from './network-tabs'
import { networksOf } from './networks-of'
import { NoiseTable } from './noise-table'
import { usePreviewAddress } from '../preview-address'
import { type PreviewProps, wholeOf } from '../preview-props'
import { useContentView } from '../use-content-view'
import { useSettledView } from '../use-settled-view'
import { lazyPart } from '../../../ui/lazy-part'

const NetworkChain = lazyPart(() => import('./network-chain').then((it) => it.NetworkChain))

/**
 * The preview of a Touchstone or CITI file: magnitude and phase over frequency, and analyses of the network. The
 * networks in a zip can be shown one after the other, or compared.
 */
export function NetworkPreview({ file: { name, id, project_id }, content, onUnreadable }: PreviewProps) {
  const view = useContentView((_, signal) => networksOf(name, wholeOf(content), signal), onUnreadable)
  const [made, setMade] = useState<MadeNetwork[]>([])
  const [chosen = 0] = view.chosen
  if (!view.content) return <PageSpinner text="Reading the network..." />
  const networks = [...view.content, ...made]
  const network = networks[chosen]
  return (
    <>
      {networks.length > 1 && (
        <PartChoice
          label="Networks"
          names={[...networks.map((one) => one.name), 'Compare']}
          chosen={chosen}
          onChoose={(index) => view.choose(0, index)}
        />
      )}
      {network ? (
        <Plot
          key={chosen}
          {...network}
          projectId={id ? project_id : null}
          isMade={chosen >= view.content.length}
          onMade={(next) => {
            const taken = new Set(networks.map((one) => fileNameKey(one.name)))
            const name = taken.has(fileNameKey(next.name)) ? freeFileName(next.name, taken) : next.name
            setMade([...made, { ...next, name }])
            view.choose(0, networks.length)
          }}
          onUnreadable={networks.length > 1 ? null : onUnreadable}
        />
      ) : (
        <NetworkComparison networks={networks} />
      )}
    </>
  )
}

/** Windows that are large enough to show the plots and the controls side by side. */
const largeWindow = '@media (min-width: 1024px) and (min-height: 400px)'

const layout: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'grid',
  gap: '4',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // Size the rows to their content. A panel that scrolls on its own would collapse.
  gridTemplateRows: 'max-content max-content',
  overflow: 'auto',
  '& > div': { minH: '560px' },
  [lowWindow]: { overflow: 'visible' },
  [largeWindow]: {
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    gridTemplateRows: 'minmax(0, 1fr)',
    overflow: 'hidden',
    '& > div': { minH: '0' },
  },
}

type PlotProps = {
  name: string
  content: Blob
  /** The project whose networks can be connected with this one. */
  projectId: string | null
  /** Whether the network was computed here, so that no address can lead to it. */
  isMade: boolean
  onMade: (network: MadeNetwork) => void
  /** Otherwise, the plot itself shows why it cannot be drawn, so that the other networks of a zip remain available. */
  onUnreadable: ((reason: string) => void) | null
}

function Plot({ name, content, projectId, isMade, onMade, onUnreadable }: PlotProps) {
  const [network] = useState(() => connectNetwork(name, content))
  useEffect(() => network.close, [network])
  const [isChaining, setChaining] = useState(false)
  const address = usePreviewAddress()
  const inAddress = isMade ? null : address
  const [first] = useState(() => parseNetworkView(inAddress?.view ?? ''))
  const actor = useActorRef(network.plot, { input: first.plot })
  const analysis = useActorRef(network.analysis, { input: first })
  const saving = useActorRef(network.saving)
  const facts = useSelector(actor, plot.factsOf)
  const drawn = useSelector(actor, plot.drawnOf)
  const pairs = useSelector(actor, plot.pairsOf)
  const parameter = useSelector(actor, plot.parameterOf)
  const isLogarithmic = useSelector(actor, plot.isLogarithmic)
  const unreadable = useSelector(actor, plot.unreadableOf)
  const failure = useSelector(actor, plot.curveFailureOf)

  const tab = useSelector(analysis, networkTabOf)
  const settings = useSelector(analysis, settingsOf)
  const analyzed = useSelector(analysis, analysisOf)
  const place = useSelector(analysis, placeOf)
  const plotted = useSelector(actor, plot.plotSettingsOf, isSameJson)
  // The address follows the view, so that a link shows the same picture.
  const shown = plotted && networkViewText({ tab, settings, plot: plotted, place })
  useSettledView(boardAddressMachine, { view: shown, address: inAddress })

  const tellUnreadable = useEffectEvent((reason: string) => onUnreadable?.(reason))
  useEffect(() => {
    if (unreadable) tellUnreadable(unreadable)
  }, [unreadable])

  if (unreadable !== null && !onUnreadable) return <ErrorNotice title={`${name} cannot be read.`} text={unreadable} />
  if (!facts) return <PageSpinner text="Reading the network..." />
  const view = tab === 'frequency' ? ({ tab, parameter, drawn, isLogarithmic } as const) : analyzed
  return (
    <>
      {isChaining ? (
        <Suspense fallback={<PageSpinner text="Loading..." />}>
          <NetworkChain name={name} projectId={projectId} compute={network.chain} onMade={onMade} />
        </Suspense>
      ) : (
        <NetworkTabs actor={analysis} facts={facts}>
          <chakra.div css={layout}>
            <chakra.div minW="0" display="flex" flexDirection="column">
              {failure && (
                <ErrorNotice
                  title={failure}
                  text={
                    parameter === facts.parameter
                      ? 'Choose other pairs, or the single-ended parameters.'
                      : `Choose the ${facts.parameter}-parameters of the file.`
                  }
                />
              )}
              <NetworkCurves actor={actor} facts={facts} />
            </chakra.div>
            <FactsPanel label="Plot settings" facts={factsText(facts)}>
              <Parameters actor={actor} facts={facts} />
              <Axes actor={actor} />
              <CurveChoice actor={actor} facts={facts} />
              {facts.noise.length > 0 && <NoiseTable noise={facts.noise} />}
            </FactsPanel>
          </chakra.div>
        </NetworkTabs>
      )}
      {view && (
        <NetworkExport actor={saving} shown={{ facts, pairs, settings, content: view }}>
          {facts.ports % 2 === 0 && !facts.modes && (
            <Button size="sm" variant="outline" aria-expanded={isChaining} onClick={() => setChaining(!isChaining)}>
              Cascade or remove a fixture
            </Button>
          )}
        </NetworkExport>
      )}
    </>
  )
}

const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function factsText(facts: plot.NetworkFacts): string {
  const { format, parameter, ports, frequencies, references, modes, impedances } = facts
  const resistances = [...new Set(references)].map((value) => `${value} Ω`).join(', ')
  const parts = [
    format,
    `${ports} ${ports === 1 ? 'port' : 'ports'}`,
    `${parameter}-parameters`,
    impedances ? impedanceText(impedances) : `reference ${resistances}`,
    `${frequencies.length.toLocaleString('en-US')} frequencies`,
  ]
  return `${parts.join(' · ')}${modes ? ` · mixed-mode data, ports in the order ${modes.join(' ')}` : ''}`
}

/** The first few distinct port impedances, because every port can have a different one. */
function impedanceText(impedances: { re: number; im: number }[]): string {
  const rounded = (value: number) => Number(value.toPrecision(4))
  const texts = impedances.map(({ re, im }) =>
    im === 0 ? `${rounded(re)}` : `${re === 0 ? '' : `${rounded(re)} ${im < 0 ? '−' : '+'} `}${rounded(Math.abs(im))}j`,
  )
  const distinct = [...new Set(texts)]
  const shown = distinct.slice(0, 4).join(', ')
  return `port impedances at the first frequency ${shown}${distinct.length > 4 ? ' …' : ''} Ω`
}

/** The S-, Y- or Z-parameters of the network, whatever its file contains. */
function Parameters({ actor, facts }: { actor: plot.NetworkPlotActor; facts: plot.NetworkFacts }) {
  const chosen = useSelector(actor, plot.parameterOf)
  const offered = plot.parametersOf(facts)
  if (offered.length === 1) return null
  return (
    <chakra.div role="group" aria-label="Parameters" display="flex" flexWrap="wrap" gap="2">
      {offered.map((parameter) => (
        <Toggle
          key={parameter}
          pressed={parameter === chosen}
          onChange={() => actor.send({ type: 'parameter.chosen', parameter })}
        >
          {`${parameter}-parameters`}
        </Toggle>
      ))}
    </chakra.div>
  )
}

function Axes({ actor }: { actor: plot.NetworkPlotActor }) {
  const isLogarithmic = useSelector(actor, plot.isLogarithmic)
  const quantity = useSelector(actor, plot.phaseQuantityOf)
  return (
    <>
      <chakra.div role="group" aria-label="Second plot" display="flex" flexWrap="wrap" gap="2">
        {plot.phaseQuantities.map((one) => (
          <Toggle
            key={one}
            pressed={one === quantity}
            onChange={() => actor.send({ type: 'phase.chosen', quantity: one })}
          >
            {`${one.charAt(0).toUpperCase()}${one.slice(1)}`}
          </Toggle>
        ))}
      </chakra.div>
      <div>
        <Toggle pressed={isLogarithmic} onChange={(is) => actor.send({ type: 'axis.chosen', isLogarithmic: is })}>
          Logarithmic frequency
        </Toggle>
      </div>
    </>
  )
}

type ToggleProps = { pressed: boolean; onChange: (pressed: boolean) => void; children: string }

const Toggle = ({ pressed, onChange, children }: ToggleProps) => (
  <Button size="sm" variant={pressed ? 'solid' : 'outline'} aria-pressed={pressed} onClick={() => onChange(!pressed)}>
    {children}
  </Button>
)
