import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useMemo } from 'react'

import {
  commonFrequencies,
  decibelsAt,
  differenceTo,
  largestDifference,
  type Response,
} from '../../../../machines/previews/network-comparison'
import { curveName } from '../../../../machines/previews/network-plot.machine'
import { PageSpinner } from '../../../ui/page-spinner'
import { keptColors } from '../../../ui/theme/accessibility-styles'
import { openNetwork } from '../../readers/read-networks'
import { useContentView } from '../use-content-view'
import { Choice, choicesStyle } from './choice'
import { curveColors, useIsDark } from './curve-colors'
import { frequencyAxis, unitOf } from './network-plot'
import type { NetworkSource } from './networks-of'
import { OverlayPlot } from './overlay-plot'

/** More curves could not be distinguished. */
const maxNetworks = 8
/** The ports whose parameters can be compared. */
const maxPorts = 8

/** The curves of a network by name, such as S21. */
type ComparedNetwork = { name: string; frequencies: Float64Array; curves: Map<string, Float64Array> }

const style: SystemStyleObject = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  '& ul': { display: 'grid', gap: '1', textStyle: 'sm' },
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', overflowWrap: 'anywhere' },
  '& .line': { ...keptColors, w: '4', h: '1', borderRadius: '2px' },
}

/** One parameter of several networks on top of each other, and the difference of each from a reference. */
export function NetworkComparison({ networks }: { networks: NetworkSource[] }) {
  const view = useContentView((_, signal) => readNetworks(networks, signal), ignore)
  const read = view.content
  const [parameter = 0, chosenReference = 0] = view.chosen
  const names = useMemo(() => [...new Set(read?.networks.flatMap(({ curves }) => [...curves.keys()]))], [read])
  const name = names[parameter]
  const colors = curveColors(useIsDark())
  const shown = useMemo(() => {
    const drawn = read?.networks.flatMap((network, index) => {
      const decibels = network.curves.get(name ?? '')
      return decibels ? [{ name: network.name, index, response: { frequencies: network.frequencies, decibels } }] : []
    })
    if (!drawn) return null
    const reference = drawn.find(({ index }) => index === chosenReference) ?? drawn[0]
    const frequencies = commonFrequencies(drawn.map(({ response }) => response))
    const colorOf = (index: number) => colors[index % colors.length] ?? ''
    const others = drawn.filter((one) => one !== reference)
    return {
      reference,
      x: frequencyAxis(frequencies),
      referenceX: frequencyAxis(reference?.response.frequencies ?? frequencies),
      curves: drawn.map(({ index, response }) => ({
        color: colorOf(index),
        values: frequencies.map((frequency) => decibelsAt(response, frequency)),
      })),
      differences: others.map(({ index, response }) => ({
        color: colorOf(index),
        values: differenceTo(reference?.response ?? response, response),
      })),
      lines: drawn.map(({ name: own, index, response }) => ({
        name: own,
        color: colorOf(index),
        text:
          reference === undefined || index === reference.index
            ? 'reference'
            : differenceText(reference.response, response),
      })),
    }
  }, [read, name, chosenReference, colors])
  if (!read || !shown) return <PageSpinner text="Reading the networks..." />
  if (name === undefined || !shown.reference) return <p role="alert">None of the networks can be read.</p>
  const { reference } = shown
  return (
    <chakra.div css={style}>
      <chakra.div css={choicesStyle}>
        <Choice
          label="Parameter"
          value={parameter}
          options={names.map((one, index) => [index, one] as const)}
          onChange={(value) => {
            view.choose(0, Number(value))
            view.choose(1, chosenReference)
          }}
        />
        <Choice
          label="Reference"
          value={reference.index}
          options={shown.lines.map(
            (line) => [read.networks.findIndex((one) => one.name === line.name), line.name] as const,
          )}
          onChange={(value) => view.choose(1, Number(value))}
        />
      </chakra.div>
      {read.remarks.map((remark) => (
        <chakra.p key={remark} role="status" textStyle="sm" color="fg.muted">
          {remark}
        </chakra.p>
      ))}
      <ul aria-label="Compared networks">
        {shown.lines.map((line) => (
          <li key={line.name}>
            <span className="line" style={{ background: line.color }} aria-hidden />
            <span>{line.name}</span>
            <chakra.span color="fg.muted">{line.text}</chakra.span>
          </li>
        ))}
      </ul>
      <OverlayPlot
        description={`${name} of ${shown.lines.map((line) => line.name).join(', ')}`}
        x={shown.x}
        curves={shown.curves}
        cursorKey="comparison"
        label={`${name} (dB)`}
      />
      {shown.differences.length > 0 && (
        <OverlayPlot
          description={`Differences in ${name} relative to ${reference.name}`}
          x={shown.referenceX}
          curves={shown.differences}
          cursorKey="comparison"
          label="Difference (dB)"
        />
      )}
    </chakra.div>
  )
}

const ignore = () => {}

function differenceText(reference: Response, curve: Response): string {
  const largest = largestDifference(reference, differenceTo(reference, curve))
  if (!largest) return 'no common frequency'
  const { name, hertz } = unitOf(reference.frequencies)
  const frequency = (largest.frequency / hertz).toLocaleString('en-US', { maximumFractionDigits: 6 })
  return `largest difference ${largest.decibels.toFixed(3)} dB at ${frequency} ${name}`
}

/** Reads the networks one at a time, so that only one is in memory. Those that cannot be read are listed. */
async function readNetworks(sources: NetworkSource[], signal: AbortSignal) {
  const networks: ComparedNetwork[] = []
  const remarks: string[] = []
  if (sources.length > maxNetworks) {
    remarks.push(`Only the first ${maxNetworks} of ${sources.length} networks are compared.`)
  }
  for (const { name, content, label = name } of sources.slice(0, maxNetworks)) {
    const reader = openNetwork()
    try {
      const { ports, frequencies, parameter, modes } = await reader.ask('network', { name, content }, signal)
      const numbers = Array.from({ length: Math.min(ports, maxPorts) }, (_, index) => index + 1)
      const curves = numbers.flatMap((from) => numbers.map((to) => ({ mode: 'single' as const, to, from })))
      const wanted = curves.map((curve) => ({ ...curve, quantity: 'decibels' as const }))
      const values = await reader.ask('curves', { curves: wanted, pairs: [] }, signal)
      const named = curves.map(
        (curve, index) => [curveName(curve, parameter, modes), values[index] ?? new Float64Array()] as const,
      )
      networks.push({ name: label, frequencies, curves: new Map(named) })
    } catch (error) {
      signal.throwIfAborted()
      remarks.push(`Not compared: ${label}. ${error instanceof Error ? error.message : ''}`)
    } finally {
      reader.close()
    }
  }
  return { networks, remarks }
}
