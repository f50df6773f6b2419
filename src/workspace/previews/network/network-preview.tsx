import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react'

import {
  analysisOf,
  networkTabOf,
  placeOf,
  settingsOf,
} from '../../../../machines/previews/network/network-analysis.machine'
import { viewAddressMachine } from '../../../../machines/previews/view-address.machine'
import { fileNameKey, freeFileName } from '../../../../machines/files/file-names'
import type { MadeNetwork } from '../../../../machines/previews/network/network-chain.machine'
import {
  memberViewIn,
  memberViewText,
  networkViewText,
  parseNetworkView,
} from '../../../../machines/previews/network/network-address'
import { comparisonInForm, type NetworkComparisonView } from '../../../../machines/previews/network/network-comparison'
import { networkComparisonIn } from '../../../../machines/previews/network/network-comparison-address'
import {
  asInFile,
  formText,
  impedancesText,
  type PortForm,
  realImpedances,
} from '../../../../machines/previews/network/network-form'
import * as plot from '../../../../machines/previews/network/network-plot.machine'
import { type ComparableSet, comparableSet, othersText } from '../../../../machines/previews/network/network-set'
import { focusIfLost } from '../../../ui/focus-if-lost'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { lowWindow } from '../../../ui/theme/accessibility-styles'
import { connectNetwork } from '../machines'
import { FactsPanel } from '../facts-panel'
import { ListedFilesContext } from '../listed-files'
import { PartChoice } from '../part-choice'
import { CurveChoice } from './curve-choice'
import { NetworkCurves } from './network-curves'
import { NetworkExport } from './export/network-export'
import { wrappedLabel } from './fields/wrapped-label'
import { NetworkTabs } from './tabs/network-tabs'
import { networksOf } from './networks-of'
import { NoiseTable } from './noise-table'
import { usePreviewAddress } from '../preview-address'
import { type PreviewProps, wholeOf } from '../preview-props'
import { useContentView } from '../use-content-view'
import { useSettledView } from '../use-settled-view'
import { lazyPart } from '../../../ui/loading/lazy-part'

const NetworkComparison = lazyPart(() => import('./comparison/network-comparison').then((it) => it.NetworkComparison))

const NetworkForm = lazyPart(() => import('./network-form').then((it) => it.NetworkForm))

const NetworkChain = lazyPart(() => import('./network-chain').then((it) => it.NetworkChain))

/** The index that selects the comparison instead of a network. */
const COMPARISON = -1

/**
 * The preview of a Touchstone or CITI file: magnitude and phase versus frequency, and analyses of the network. The
 * networks in an archive can be shown one after the other, or compared. The address specifies which network is shown,
 * or what is compared.
 */
export function NetworkPreview({ file: { name, id, project_id }, content, onUnreadable }: PreviewProps) {
  const address = usePreviewAddress()
  const [first] = useState(() => [
    networkComparisonIn(address?.view ?? '') ? COMPARISON : memberViewIn(address?.view ?? '').number - 1,
  ])
  const view = useContentView((_, signal) => networksOf(name, wholeOf(content), signal), onUnreadable, first)
  const hasChosen = view.chosen !== first
  const [carried, setCarried] = useState<NetworkComparisonView | null>(null)
  const listed = useContext(ListedFilesContext)
  const set = useMemo(() => comparableSet(id, listed), [id, listed])
  const [made, setMade] = useState<MadeNetwork[]>([])
  const [wanted = 0] = view.chosen
  if (!view.content) return <PageSpinner text="Reading the network..." />
  const networks = [...view.content, ...made]
  // An address can refer to a network that the file does not have. In this case, the first one is shown.
  const chosen = wanted < networks.length ? wanted : 0
  const network = networks[chosen]
  const projectId = id ? project_id : null
  return (
    <>
      {(networks.length > 1 || chosen === COMPARISON) && (
        <PartChoice
          label="Networks"
          names={[...networks.map((one) => one.name), 'Compare']}
          chosen={chosen === COMPARISON ? networks.length : chosen}
          onChoose={(index) => {
            setCarried(null)
            view.choose(0, index === networks.length ? COMPARISON : index)
          }}
          takesLostFocus={hasChosen}
        />
      )}
      {network ? (
        <Plot
          key={chosen}
          {...network}
          number={chosen + 1}
          projectId={projectId}
          isMade={chosen >= view.content.length}
          onMade={(next) => {
            const taken = new Set(networks.map((one) => fileNameKey(one.name)))
            const name = taken.has(fileNameKey(next.name)) ? freeFileName(next.name, taken) : next.name
            setMade([...made, { ...next, name }])
            view.choose(0, networks.length)
          }}
          set={set}
          onCompare={
            networks.length === 1 && projectId !== null
              ? (form, added) => {
                  setCarried(comparisonInForm(form, added))
                  view.choose(0, COMPARISON)
                }
              : null
          }
          onUnreadable={networks.length > 1 ? null : onUnreadable}
          takesLostFocus={hasChosen}
        />
      ) : (
        <Suspense fallback={<PageSpinner text="Loading..." />}>
          <NetworkComparison
            source={{ name, networks: view.content, made, fileId: id || null, projectId }}
            address={address}
            first={carried}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * The preview's width determines whether the plots and the controls are side by side, because the preview can be a
 * narrow panel in a wide window.
 */
const container: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'flex',
  flexDirection: 'column',
  containerType: 'inline-size',
  [lowWindow]: { flex: 'none' },
}

const highWindow = '@media (min-height: 400px)'
const wideContainer = '@container (min-width: 720px)'

const layout: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'grid',
  gap: '4',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // Size the rows to their content, because a panel that scrolls on its own would otherwise collapse.
  gridTemplateRows: 'max-content max-content',
  overflow: 'auto',
  '& > div': { minH: '560px' },
  [lowWindow]: { overflow: 'visible' },
  [highWindow]: {
    [wideContainer]: {
      gridTemplateColumns: 'minmax(0, 1fr) 320px',
      gridTemplateRows: 'minmax(0, 1fr)',
      overflow: 'hidden',
      '& > div': { minH: '0' },
    },
  },
}

/**
 * The style of the element that contains the settings, the tabs and the buttons of a network. In a narrow preview, they
 * scroll together.
 */
const frame: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'flex',
  flexDirection: 'column',
  overflow: 'auto',
  // Leaves space for the focus ring.
  p: '1',
  m: '-1',
  [lowWindow]: { flex: 'none', overflow: 'visible' },
  [highWindow]: { [wideContainer]: { overflow: 'visible' } },
}

type PlotProps = {
  name: string
  content: Blob
  /** The number of the network in its file, counted from 1. */
  number: number
  /** The project whose networks can be connected to this one; null until the file is uploaded. */
  projectId: string | null
  /** Whether the network was computed in the browser. A URL cannot refer to such a network. */
  isMade: boolean
  onMade: (network: MadeNetwork) => void
  /** The other networks of the file's set. */
  set: ComparableSet
  /** Opens the comparison with other networks. Null outside a project, or if the list of networks already offers it. */
  onCompare: ((form: PortForm, added: string[]) => void) | null
  /**
   * If null, the plot itself shows why it cannot be drawn, so that the other networks in an archive remain available.
   */
  onUnreadable: ((reason: string) => void) | null
  /** Whether the button that opens the comparison gets the focus after the comparison is closed. */
  takesLostFocus: boolean
}

function Plot({
  name,
  content,
  number,
  projectId,
  isMade,
  onMade,
  set,
  onCompare,
  onUnreadable,
  takesLostFocus,
}: PlotProps) {
  const [network] = useState(() => connectNetwork(name, content))
  useEffect(() => network.close, [network])
  // The button is mounted again with each analysis, but must take the focus only once.
  const [focusOnce] = useState(onceOnly)
  const [isChaining, setChaining] = useState(false)
  const [isForming, setForming] = useState(false)
  const address = usePreviewAddress()
  const inAddress = isMade ? null : address
  const [first] = useState(() => parseNetworkView(memberViewIn(inAddress?.view ?? '').view))
  const actor = useActorRef(network.plot, { input: first })
  const analysis = useActorRef(network.analysis, { input: { ...first, plotActor: actor } })
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
  const form = useSelector(actor, plot.formOf)
  const formFailure = useSelector(actor, plot.formFailureOf)
  // The address follows the view, so that a link shows the same picture.
  const shown = plotted && memberViewText(number, networkViewText({ tab, settings, plot: plotted, place, form }))
  useSettledView(viewAddressMachine, { view: shown, address: inAddress })

  const tellUnreadable = useEffectEvent((reason: string) => onUnreadable?.(reason))
  useEffect(() => {
    if (unreadable) tellUnreadable(unreadable)
  }, [unreadable])

  if (unreadable !== null && !onUnreadable) return <ErrorNotice title={`${name} cannot be read.`} text={unreadable} />
  if (!facts) return <PageSpinner text="Reading the network..." />
  const view = tab === 'frequency' ? ({ tab, parameter, drawn, isLogarithmic } as const) : analyzed
  const formed = formText(form)
  return (
    <chakra.div css={container}>
      <chakra.div css={frame}>
        {isForming && (
          <Suspense fallback={<PageSpinner text="Loading..." />}>
            <NetworkForm actor={actor} facts={facts} />
          </Suspense>
        )}
        {facts.remarks.map((remark) => (
          <chakra.p key={remark} textStyle="sm" flexShrink="0" mb="2">
            {remark}
          </chakra.p>
        ))}
        {formed !== '' && (
          <chakra.p role="status" textStyle="sm" flexShrink="0" mb="2">
            Different from the file: {formed}.{' '}
            <Button size="xs" variant="outline" onClick={() => actor.send({ type: 'form.chosen', form: asInFile })}>
              Show as in the file
            </Button>
          </chakra.p>
        )}
        {formFailure && !isForming && (
          <ErrorNotice
            title={formFailure}
            text={formed === '' ? 'The network is shown as in the file.' : `The network is shown as before: ${formed}.`}
          />
        )}
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
            <Button size="sm" variant="outline" aria-expanded={isForming} onClick={() => setForming(!isForming)}>
              Ports and frequencies
            </Button>
            {onCompare && (
              <Button
                size="sm"
                variant="outline"
                onClick={() => onCompare(form, [])}
                ref={takesLostFocus ? focusOnce : null}
              >
                Compare with other networks
              </Button>
            )}
            {onCompare && set.ids.length > 0 && (
              <Button size="sm" variant="outline" {...wrappedLabel} onClick={() => onCompare(form, set.ids)}>
                {`Compare with ${othersText(name, set.size, set.ids.length)}`}
              </Button>
            )}
            {facts.ports % 2 === 0 && !facts.modes && (
              <Button size="sm" variant="outline" aria-expanded={isChaining} onClick={() => setChaining(!isChaining)}>
                Cascade networks or remove a fixture
              </Button>
            )}
          </NetworkExport>
        )}
      </chakra.div>
    </chakra.div>
  )
}

/** Returns a ref callback that focuses the first element that it receives, if the focus was lost. */
const onceOnly = () => {
  let isDone = false
  return (element: HTMLElement | null) => {
    if (element && !isDone) focusIfLost(element)
    isDone ||= element !== null
  }
}

const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function factsText(facts: plot.NetworkFacts): string {
  const { format, parameter, ports, frequencies, references, modes, impedances } = facts
  const parts = [
    format,
    `${ports} ${ports === 1 ? 'port' : 'ports'}`,
    `${parameter}-parameters`,
    impedances
      ? `port impedances at the first frequency ${impedancesText(impedances)}`
      : `reference ${impedancesText(realImpedances(references))}`,
    frequencies.length === 1 ? '1 frequency' : `${frequencies.length.toLocaleString('en-US')} frequencies`,
  ]
  return `${parts.join(' · ')}${modes ? ` · mixed-mode data, ports in the order ${modes.join(' ')}` : ''}`
}

/** Selects S-, Y- or Z-parameters, regardless of which of them the network's file contains. */
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
            {plot.quantityTitle(one)}
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
