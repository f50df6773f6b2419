import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'

import * as plot from '../../../../machines/previews/network/network-plot.machine'
import { keptColors } from '../../../ui/theme/accessibility-styles'
import { touchTarget } from '../../../ui/theme/recipes'
import { curveColors, useIsDark } from './plots/curve-colors'
import { firstAbove0 } from './plots/first-above-0'
import { drawPlot, isDelay, magnitudeText, phaseText, unitOf } from './plots/network-plot'
import { plotStyle } from './plots/plot-style'

type NetworkCurvesProps = { actor: plot.NetworkPlotActor; facts: plot.NetworkFacts }

/** A magnitude plot and a phase or delay plot with the same frequency axis. Below are the values at the cursor. */
export function NetworkCurves({ actor, facts }: NetworkCurvesProps) {
  const drawn = useSelector(actor, plot.drawnOf)
  const isLogarithmic = useSelector(actor, plot.isLogarithmic)
  const isDark = useIsDark()
  const magnitude = useRef<HTMLDivElement>(null)
  const phase = useRef<HTMLDivElement>(null)
  const plots = useRef<uPlot[]>([])
  const { frequencies } = facts
  const [chosen, setChosen] = useState(() => {
    const marked = plot.pointOf(actor.getSnapshot())
    return marked ? indexAt(frequencies, marked.x) : 0
  })
  // The drawn curves may still be from the previous selection.
  const quantity = drawn[0]?.quantity ?? 'phase'
  const parameter = drawn[0]?.parameter ?? facts.parameter
  const first = isLogarithmic ? firstAbove0(frequencies) : 0
  const at = Math.max(chosen, first)

  useEffect(() => {
    const hosts = [magnitude.current, phase.current]
    const quantities = ['magnitude', 'phase'] as const
    const labels = [`Magnitude of ${parameter} (${plot.magnitudeUnit(parameter)})`, secondLabel(quantity)]
    const observer = new ResizeObserver(() => {
      plots.current.forEach((one, index) => {
        const host = hosts[index]
        if (host && host.clientWidth > 0) one.setSize({ width: host.clientWidth, height: host.clientHeight })
      })
    })
    const drawOne = (index: number) => {
      const [host, quantity] = [hosts[index], quantities[index]]
      if (!host || !quantity) return
      const look = { isDark, colors: curveColors(isDark) }
      const onCursor = (point: number | null) => point !== null && setChosen(point)
      const label = labels[index] ?? ''
      plots.current[index] = drawPlot(
        host,
        { frequencies, curves: drawn, isLogarithmic, quantity, label },
        look,
        onCursor,
      )
      observer.observe(host)
      frame = requestAnimationFrame(() => drawOne(index + 1))
    }
    // Draw before the next paint, but not in the task that has just rendered the surrounding elements. Each plot has a
    // task of its own, because thousands of points take a long time to draw.
    let frame = requestAnimationFrame(() => drawOne(0))
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const one of plots.current) one.destroy()
      plots.current = []
    }
  }, [drawn, isLogarithmic, isDark, frequencies, parameter, quantity])

  const show = (point: number) => {
    setChosen(point)
    const [one] = plots.current
    const x = one?.data[0][point - first]
    if (one && x !== undefined) one.setCursor({ left: one.valToPos(x, 'x'), top: 0 })
  }
  const showAll = () => {
    for (const one of plots.current) one.setData(one.data)
  }

  return (
    <>
      <chakra.div
        ref={magnitude}
        css={plotStyle}
        minH="200px"
        role="img"
        aria-label={`Magnitude of ${names(drawn, facts)}`}
      />
      <chakra.div
        ref={phase}
        css={plotStyle}
        minH="200px"
        role="img"
        aria-label={`${quantity === 'unwrapped phase' ? 'Phase' : plot.quantityTitle(quantity)} of ${names(drawn, facts)}`}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mt="2" textStyle="sm">
        <label htmlFor="plot-cursor">Cursor</label>
        <chakra.input
          id="plot-cursor"
          type="range"
          data-own-arrows=""
          flex="1 1 160px"
          css={{ accentColor: 'var(--chakra-colors-primary-solid)' }}
          min={first}
          max={frequencies.length - 1}
          value={at}
          aria-valuetext={frequencyText(frequencies, at)}
          onChange={({ target }) => show(Number(target.value))}
        />
        <chakra.span textStyle="figures">{frequencyText(frequencies, at)}</chakra.span>
        <Button size="xs" variant="outline" onClick={showAll}>
          Full range
        </Button>
      </chakra.div>
      <Values actor={actor} drawn={drawn} facts={facts} at={at} isDark={isDark} />
    </>
  )
}

const secondLabel = (quantity: plot.PhaseQuantity) =>
  isDelay({ quantity }) ? `${plot.quantityTitle(quantity)} (ps)` : 'Phase (°)'

const names = (drawn: plot.DrawnCurve[], { modes }: plot.NetworkFacts) =>
  drawn.map(({ curve, parameter }) => plot.curveName(curve, parameter, modes)).join(', ')

/** The index of the frequency nearest to x. */
function indexAt(frequencies: Float64Array, x: number): number {
  const after = frequencies.findIndex((frequency) => frequency >= x)
  if (after <= 0) return after < 0 ? frequencies.length - 1 : 0
  return (frequencies[after] ?? 0) - x < x - (frequencies[after - 1] ?? 0) ? after : after - 1
}

function frequencyText(frequencies: Float64Array, at: number): string {
  const { name, hertz } = unitOf(frequencies)
  return `${((frequencies[at] ?? 0) / hertz).toLocaleString('en-US', { maximumFractionDigits: 6 })} ${name}`
}

const valueStyle: SystemStyleObject = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '6',
  rowGap: '1',
  textStyle: 'figures',
  fontSize: 'sm',
  pt: '2',
  minH: '8',
  '& li': { display: 'flex', alignItems: 'center', gap: '2', whiteSpace: 'nowrap' },
  '& .line': { ...keptColors, w: '4', h: '1', borderRadius: '2px' },
  '& .name': {
    ...touchTarget,
    px: '1',
    borderRadius: 'l1',
    fontFamily: 'mono',
    fontWeight: 'semibold',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.muted' },
    _pressed: { outline: '2px solid', outlineColor: 'accent.solid' },
  },
}

type ValuesProps = {
  actor: plot.NetworkPlotActor
  drawn: plot.DrawnCurve[]
  facts: plot.NetworkFacts
  at: number
  isDark: boolean
}

/**
 * The values of the curves. Clicking the name of a curve marks its point at the cursor, where a comment can be placed.
 */
function Values({ actor, drawn, facts: { modes, frequencies }, at, isDark }: ValuesProps) {
  const marked = useSelector(actor, plot.pointOf)
  const x = frequencies[at] ?? 0
  const colors = curveColors(isDark)
  return (
    <chakra.ul css={valueStyle} aria-label="Values at the cursor">
      {drawn.map(({ curve, parameter, magnitude, quantity, phase }, index) => {
        const name = plot.curveName(curve, parameter, modes)
        const isMarked = marked?.curve === name && marked.x === x
        return (
          <li key={name}>
            <span className="line" style={{ background: colors[index] }} aria-hidden />
            <button
              type="button"
              className="name"
              aria-label={`Mark ${name} at the cursor`}
              aria-pressed={isMarked}
              onClick={() => actor.send({ type: 'point.marked', point: isMarked ? null : { curve: name, x } })}
            >
              {name}
            </button>
            <span>{magnitudeText({ parameter }, magnitude[at] ?? NaN)}</span>
            <span>{phaseText({ quantity }, phase[at] ?? NaN)}</span>
          </li>
        )
      })}
    </chakra.ul>
  )
}
