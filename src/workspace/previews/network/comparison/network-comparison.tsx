import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'

import { BusyButton } from '../../../../ui/busy-button'
import { viewAddressMachine } from '../../../../../machines/previews/view-address.machine'
import * as comparing from '../../../../../machines/previews/network/network-comparison.machine'
import {
  comparedCurves,
  comparedNames,
  type ComparedNetwork,
  type Comparison,
  comparisonDifferences,
  comparisonQuantities,
  comparisonUnit,
  differenceName,
  differenceText,
  differenceUnit,
  firstNetworkComparison,
  isModeName,
  maxCompared,
  type NetworkComparisonView,
} from '../../../../../machines/previews/network/network-comparison'
import {
  networkComparisonIn,
  networkComparisonText,
} from '../../../../../machines/previews/network/network-comparison-address'
import { asInFile } from '../../../../../machines/previews/network/network-form'
import { othersText } from '../../../../../machines/previews/network/network-set'
import { ErrorNotice } from '../../../../ui/notices/notices'
import { PageSpinner } from '../../../../ui/page-spinner'
import { keptColors } from '../../../../ui/theme/accessibility-styles'
import type { PreviewAddress } from '../../preview-address'
import { useSettledView } from '../../use-settled-view'
import { Choice, choicesStyle } from '../fields/choice'
import { overlaidLook, useIsDark } from '../plots/curve-colors'
import { type ComparisonSource, useNetworkComparisonMachines } from './network-comparison-machines'
import { NetworkExport } from '../export/network-export'
import { frequencyAxis, unitOf } from '../plots/network-plot'
import { OverlayPlot } from '../plots/overlay-plot'
import { PortFields } from '../fields/port-fields'
import { wrappedLabel } from '../fields/wrapped-label'

const style: SystemStyleObject = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  containerType: 'inline-size',
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  '& ul': { display: 'grid', gap: '1', textStyle: 'sm' },
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
  '& li > span': { overflowWrap: 'anywhere' },
  // Long enough for two dashes.
  '& .line': { ...keptColors, w: '5', h: '1', borderRadius: '2px', flexShrink: '0' },
  '& .fields': { flexBasis: 'full', display: 'flex', flexWrap: 'wrap', gap: '4', pb: '2', ps: '7' },
}

/**
 * The plots, with the list of the networks below them or, if there is space, beside them. Beside the list, the plots stay
 * in view while it is scrolled.
 */
const comparedStyle: SystemStyleObject = {
  display: 'grid',
  gap: '4',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > div': { minW: '0', display: 'flex', flexDirection: 'column', gap: '3' },
  '@container (min-width: 720px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 332px',
    alignItems: 'start',
    '& > .plots': { position: 'sticky', top: '0', h: 'max(480px, 60vh)' },
  },
}

const quantityNames = { magnitude: 'Magnitude', phase: 'Phase', 'unwrapped phase': 'Unwrapped phase' }

type NetworkComparisonProps = {
  source: ComparisonSource
  /** Null if the page's address does not contain the comparison. */
  address: PreviewAddress | null
  /** What is compared first. Null uses the comparison that the address contains. */
  first: NetworkComparisonView | null
}

/** One parameter of several networks on top of each other, and the difference of each from a reference. */
export function NetworkComparison({ source, address, first }: NetworkComparisonProps) {
  const { openComparison } = useNetworkComparisonMachines()
  const [session] = useState(() => openComparison(source))
  useEffect(() => session.close, [session])
  const [input] = useState(() => first ?? networkComparisonIn(address?.view ?? '') ?? firstNetworkComparison)
  const actor = useActorRef(session.machine, { input })
  const saving = useActorRef(session.saving)
  const networks = useSelector(actor, comparing.comparedNetworksOf)
  const remarks = useSelector(actor, comparing.comparisonRemarksOf)
  const comparison = useSelector(actor, comparing.comparisonOf)
  const failure = useSelector(actor, comparing.comparisonFailureOf)
  const isReading = useSelector(actor, comparing.isReadingCompared)
  const isIncomplete = useSelector(actor, comparing.isComparisonIncomplete)
  const isEmpty = useSelector(actor, comparing.hasNoneToCompare)
  const view = useSelector(actor, comparing.comparisonViewOf)
  useSettledView(viewAddressMachine, { view: isReading ? null : networkComparisonText(view), address })

  if (networks.length === 0 && !failure && !isEmpty) return <PageSpinner text="Reading the networks..." />
  return (
    <chakra.div css={style}>
      {networks.length > 0 && <Choices actor={actor} networks={networks} />}
      {isEmpty && <p role="alert">None of the networks could be read.</p>}
      <Adding actor={actor} name={source.name} />
      {remarks.map((remark) => (
        <Remark key={remark.key} actor={actor} remark={remark} />
      ))}
      {isIncomplete && !isReading && !failure && (
        <Button size="sm" variant="outline" alignSelf="start" onClick={() => actor.send({ type: 'comparison.retry' })}>
          Read the missing networks again
        </Button>
      )}
      {failure && <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'comparison.retry' })} />}
      {comparison && (
        <chakra.div css={comparedStyle}>
          <div className="plots">
            <Plots comparison={comparison} />
            <NetworkExport actor={saving} shown={{ comparison }} />
          </div>
          <div>
            <Compared actor={actor} networks={networks} comparison={comparison} />
          </div>
        </chakra.div>
      )}
      {!comparison && !failure && !isEmpty && <PageSpinner text="Comparing the networks..." />}
    </chakra.div>
  )
}

type ActorProps = { actor: comparing.NetworkComparisonActor }
type NetworksProps = { networks: ComparedNetwork[] }

/** The parameter, the quantities to draw, and the reference. */
function Choices({ actor, networks }: ActorProps & NetworksProps) {
  const { forms } = useSelector(actor, comparing.comparisonViewOf)
  const { curve, quantity, difference, reference } = useSelector(actor, comparing.comparedChoiceOf, isSameChoice)
  const names = useMemo(() => comparedNames(networks, forms), [networks, forms])
  const letters = [...new Set(names.map((name) => name.charAt(0)))]
  const ofLetter = names.filter((name) => name.startsWith(curve.charAt(0)))
  const isMixed = isModeName(curve)
  const keys = new Set(comparedCurves(networks, curve, forms).map(({ key }) => key))
  const modes = [false, true].filter((wanted) => ofLetter.some((name) => isModeName(name) === wanted))
  const choose = (name: string | undefined) =>
    name !== undefined && actor.send({ type: 'choice.changed', change: { curve: name } })
  return (
    <chakra.div css={choicesStyle}>
      {letters.length > 1 && (
        <Choice
          label="Parameters"
          value={curve.charAt(0)}
          options={letters.map((letter) => [letter, `${letter}-parameters`] as const)}
          onChange={(letter) => choose(names.find((name) => name.startsWith(letter)))}
        />
      )}
      {modes.length > 1 && (
        <Choice
          label="Modes"
          value={String(isMixed)}
          options={[
            ['false', 'Single-ended'],
            ['true', 'Mixed mode'],
          ]}
          onChange={(wanted) => choose(ofLetter.find((name) => String(isModeName(name)) === wanted))}
        />
      )}
      <Choice
        label="Parameter"
        value={curve}
        options={ofLetter.filter((name) => isModeName(name) === isMixed).map((name) => [name, name] as const)}
        onChange={choose}
      />
      <Choice
        label="Show"
        value={quantity}
        options={comparisonQuantities.map((one) => [one, quantityNames[one]] as const)}
        onChange={(value) => {
          const chosen = comparisonQuantities.find((one) => one === value)
          if (chosen) actor.send({ type: 'choice.changed', change: { quantity: chosen } })
        }}
      />
      <Choice
        label="Difference"
        value={difference}
        options={comparisonDifferences.map(
          (one) => [one, one === 'shown' ? 'Of the values shown' : 'Complex, |A−B|'] as const,
        )}
        onChange={(value) => {
          const chosen = comparisonDifferences.find((one) => one === value)
          if (chosen) actor.send({ type: 'choice.changed', change: { difference: chosen } })
        }}
      />
      <Choice
        label="Reference"
        value={reference}
        options={networks.filter(({ key }) => keys.has(key)).map(({ key, label }) => [key, label] as const)}
        onChange={(key) => actor.send({ type: 'choice.changed', change: { reference: key } })}
      />
    </chakra.div>
  )
}

const isSameChoice = (one: Comparison['shown'], other: Comparison['shown']) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Adds networks of the project: a single one, or those that belong to the same set as the file `name`. */
function Adding({ actor, name }: ActorProps & { name: string }) {
  const offered = useSelector(actor, comparing.offeredNetworksOf)
  const set = useSelector(actor, comparing.offeredSetOf, shallowEqual)
  const setSize = useSelector(actor, comparing.offeredSetSizeOf)
  const room = useSelector(actor, comparing.comparisonRoomOf)
  const isReading = useSelector(actor, comparing.isReadingCompared)
  const [wanted, setWanted] = useState('')
  const chosen = offered.find(({ id }) => id === wanted) ?? offered[0]
  if (!chosen) return null
  if (room <= 0) {
    return (
      <chakra.p role="status" textStyle="sm" color="fg.muted">
        At most {maxCompared} networks can be compared. Remove one to add another.
      </chakra.p>
    )
  }
  return (
    <chakra.div css={{ ...choicesStyle, alignItems: 'end' }}>
      <Choice
        label="Another network in the project"
        value={chosen.id}
        options={offered.map(({ id, name }) => [id, name] as const)}
        onChange={setWanted}
      />
      <BusyButton
        size="sm"
        variant="outline"
        busy={isReading}
        onClick={() => actor.send({ type: 'network.added', id: chosen.id })}
      >
        Add
      </BusyButton>
      {set.length > 1 && (
        <BusyButton
          size="sm"
          variant="outline"
          {...wrappedLabel}
          busy={isReading}
          onClick={() => actor.send({ type: 'set.added' })}
        >
          {`Add ${othersText(name, setSize, set.length)}`}
        </BusyButton>
      )}
    </chakra.div>
  )
}

/** A remark about networks that are not compared. An added network that another attempt may read can be removed. */
function Remark({ actor, remark: { key, text, added } }: ActorProps & { remark: comparing.ComparisonRemark }) {
  const isReading = useSelector(actor, comparing.isReadingCompared)
  return (
    <chakra.p role="status" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      {text}{' '}
      {added !== null && (
        <BusyButton
          size="xs"
          variant="outline"
          busy={isReading}
          aria-label={`Remove ${added} from the comparison`}
          onClick={() => actor.send({ type: 'network.removed', key })}
        >
          Remove
        </BusyButton>
      )}
    </chakra.p>
  )
}

type ComparedProps = NetworksProps & { comparison: Comparison }

/** The compared networks with their largest differences, and their ports and references. */
function Compared({ actor, networks, comparison }: ActorProps & ComparedProps) {
  const { forms } = useSelector(actor, comparing.comparisonViewOf)
  const [isOpen, setOpen] = useState(() => Object.keys(forms).length > 0)
  const isDark = useIsDark()
  const { name, hertz } = unitOf(comparison.frequencies)
  const frequencyText = (frequency: number) =>
    `${(frequency / hertz).toLocaleString('en-US', { maximumFractionDigits: 6 })} ${name}`
  return (
    <>
      <ul aria-label="Compared networks" tabIndex={-1}>
        {networks.map(({ key, label, isAdded, facts }, index) => (
          <li key={key}>
            <span className="line" style={{ background: lineBackground(overlaidLook(isDark, index)) }} aria-hidden />
            <span>{label}</span>
            <chakra.span color="fg.muted">{differenceText(comparison, key, frequencyText)}</chakra.span>
            {facts.remarks.length > 0 && <NetworkRemarks of={label} remarks={facts.remarks} />}
            {isAdded && (
              <Button
                size="xs"
                variant="outline"
                aria-label={`Remove ${label} from the comparison`}
                onClick={({ currentTarget }) => {
                  // The button is about to be removed, so move the focus to the list.
                  currentTarget.closest('ul')?.focus()
                  actor.send({ type: 'network.removed', key })
                }}
              >
                Remove
              </Button>
            )}
            {isOpen && (
              <div className="fields">
                <PortFields
                  of={` of ${label}`}
                  facts={facts}
                  form={forms[key] ?? asInFile}
                  onChange={({ order, reference }) =>
                    actor.send({ type: 'ports.chosen', key, form: { order, reference } })
                  }
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="outline"
        alignSelf="start"
        {...wrappedLabel}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Port order and reference resistance of each network
      </Button>
      {isOpen && (
        <chakra.p textStyle="sm" color="fg.muted">
          Port 1 is the port listed first; parameters and pairs use the new port numbers. In mixed mode, all networks
          use the pairs of the reference network.
        </chakra.p>
      )}
    </>
  )
}

/** Remarks on how a network was read, such as a conversion of its port impedances. They are shown on request. */
function NetworkRemarks({ of, remarks }: { of: string; remarks: string[] }) {
  const [isOpen, setOpen] = useState(false)
  const text = remarks.length === 1 ? '1 remark' : `${remarks.length} remarks`
  return (
    <>
      <Button
        size="xs"
        variant="outline"
        aria-label={`${text} on ${of}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text}
      </Button>
      {isOpen && (
        <chakra.div flexBasis="full" ps="7" color="fg.muted">
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </chakra.div>
      )}
    </>
  )
}

/** The background that draws the line of a network in the list: solid, or two dashes. */
const lineBackground = ({ color, isDashed }: ReturnType<typeof overlaidLook>) =>
  isDashed ? `linear-gradient(90deg, ${color} 40%, transparent 40% 60%, ${color} 60%)` : color

/** The smallest ranges of values and of differences that are drawn, in dB or degrees. */
const leastRange = { values: 1, differences: 1e-3 }

function Plots({ comparison }: { comparison: Comparison }) {
  const isDark = useIsDark()
  const drawn = useMemo(() => {
    const { curves, differences, frequencies, referenceFrequencies } = comparison
    const colored = (list: { position: number; values: Float64Array }[]) =>
      list.map(({ position, values }) => ({ ...overlaidLook(isDark, position), values }))
    return {
      x: frequencyAxis(frequencies),
      referenceX: frequencyAxis(referenceFrequencies),
      curves: colored(curves),
      differences: colored(differences),
    }
  }, [comparison, isDark])
  const { shown, curves } = comparison
  const { curve, quantity, difference } = shown
  const what = quantity === 'magnitude' ? curve : `${quantityNames[quantity]} of ${curve}`
  const reference = curves.find(({ key }) => key === shown.reference)?.label ?? ''
  return (
    <>
      <OverlayPlot
        description={`${what} of ${curves.map(({ label }) => label).join(', ')}`}
        x={drawn.x}
        curves={drawn.curves}
        cursorKey="comparison"
        least={leastRange.values}
        label={`${what} (${comparisonUnit(shown)})`}
      />
      {drawn.differences.length > 0 && (
        <OverlayPlot
          description={`${difference === 'complex' ? 'Complex differences' : 'Differences'} in ${difference === 'complex' ? curve : what} relative to ${reference}`}
          x={drawn.referenceX}
          curves={drawn.differences}
          cursorKey="comparison"
          least={leastRange.differences}
          label={`${differenceName(shown)} (${differenceUnit(shown)})`}
        />
      )}
    </>
  )
}
