import { Button } from '@chakra-ui/react/button'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import * as plot from '../../../../machines/previews/network/network-plot.machine'
import { curveColors, useIsDark } from './plots/curve-colors'

type CurveChoiceProps = { actor: plot.NetworkPlotActor; facts: plot.NetworkFacts }

/** Selects the plotted parameters in a matrix: responses in rows and stimuli in columns, as in S-parameter notation. */
export function CurveChoice({ actor, facts: ofFile }: CurveChoiceProps) {
  const parameter = useSelector(actor, plot.parameterOf)
  const facts = { ...ofFile, parameter }
  const isMixed = useSelector(actor, plot.isMixedMode)
  const chosen = useSelector(actor, plot.chosenCurves)
  const ports = Math.min(facts.ports, plot.maxPorts)
  const modes = isMixed ? mixedModes : single
  const size = isMixed ? Math.floor(ports / 2) : ports

  return (
    <>
      {plot.isMixable(facts) && (
        <chakra.div role="group" aria-label="Modes" display="flex" flexWrap="wrap" gap="2">
          {([false, true] as const).map((wanted) => (
            <Button
              key={String(wanted)}
              size="sm"
              variant={isMixed === wanted ? 'solid' : 'outline'}
              aria-pressed={isMixed === wanted}
              onClick={() => actor.send({ type: 'mode.chosen', isMixed: wanted })}
            >
              {wanted ? 'Mixed mode' : 'Single-ended'}
            </Button>
          ))}
        </chakra.div>
      )}
      {isMixed && <PairChoice actor={actor} facts={facts} />}
      {modes.map(({ mode, title }) => (
        <section key={mode}>
          <chakra.h3 textStyle="sm" fontWeight="medium" mb="1">
            {title}
          </chakra.h3>
          <Matrix actor={actor} facts={facts} mode={mode} size={size} chosen={chosen} />
        </section>
      ))}
      {facts.ports > plot.maxPorts && (
        <chakra.p textStyle="sm" color="fg.muted">
          Only the first {plot.maxPorts} of {facts.ports} ports can be chosen here.
        </chakra.p>
      )}
      {chosen.length >= plot.maxCurves && (
        <chakra.p role="status" textStyle="sm" color="fg.muted">
          At most {plot.maxCurves} curves can be plotted. Remove one to add another.
        </chakra.p>
      )}
    </>
  )
}

const single: { mode: plot.CurveMode; title: string }[] = [
  { mode: 'single', title: 'To port (row) from port (column)' },
]
const mixedModes: { mode: plot.CurveMode; title: string }[] = [
  { mode: 'dd', title: 'Differential to differential' },
  { mode: 'dc', title: 'Common to differential' },
  { mode: 'cd', title: 'Differential to common' },
  { mode: 'cc', title: 'Common to common' },
]

const matrixStyle: SystemStyleObject = {
  display: 'inline-grid',
  gap: '1',
  maxW: 'full',
  maxH: '60vh',
  overflow: 'auto',
  p: '1',
  '& button': {
    minW: '44px',
    h: '28px',
    px: '1',
    whiteSpace: 'nowrap',
    fontFamily: 'mono',
    fontSize: '12px',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'l1',
    cursor: 'pointer',
  },
  '& button:disabled': { opacity: '0.5', cursor: 'not-allowed' },
  '& button[aria-pressed=true]': { color: 'bg.panel', fontWeight: 'semibold' },
}

type MatrixProps = {
  actor: plot.NetworkPlotActor
  facts: plot.NetworkFacts
  mode: plot.CurveMode
  size: number
  chosen: plot.Curve[]
}

function Matrix({ actor, facts, mode, size, chosen }: MatrixProps) {
  const colors = curveColors(useIsDark())
  const isFull = chosen.length >= plot.maxCurves
  const numbers = Array.from({ length: size }, (_, index) => index + 1)
  return (
    <chakra.div css={matrixStyle} style={{ gridTemplateColumns: `repeat(${size}, minmax(44px, auto))` }}>
      {numbers.flatMap((to) =>
        numbers.map((from) => {
          const at = chosen.findIndex((one) => one.mode === mode && one.to === to && one.from === from)
          const name = plot.curveName({ mode, to, from }, facts.parameter, facts.modes)
          return (
            <button
              key={name}
              type="button"
              aria-pressed={at >= 0}
              disabled={isFull && at < 0}
              style={at >= 0 ? { background: colors[at], borderColor: colors[at] } : undefined}
              onClick={() => actor.send({ type: 'curve.toggled', curve: { mode, to, from } })}
            >
              {name}
            </button>
          )
        }),
      )}
    </chakra.div>
  )
}

function PairChoice({ actor, facts }: CurveChoiceProps) {
  const pairs = useSelector(actor, plot.pairsOf)
  const offers = [plot.adjacentPairs(facts.ports), ...(facts.ports % 4 === 0 ? [plot.oddEvenPairs(facts.ports)] : [])]
  if (facts.pairs && !offers.some((offer) => textOf(offer) === textOf(facts.pairs ?? []))) offers.unshift(facts.pairs)
  const found = facts.pairs && textOf(facts.pairs)
  return (
    <NativeSelect.Root size="sm">
      <NativeSelect.Field
        aria-label="Port pairs"
        value={textOf(pairs)}
        onChange={({ target }) => {
          const chosen = offers.find((offer) => textOf(offer) === target.value)
          if (chosen) actor.send({ type: 'pairs.chosen', pairs: chosen })
        }}
      >
        {offers.map((offer) => (
          <option key={textOf(offer)} value={textOf(offer)}>
            {textOf(offer)}
            {textOf(offer) === found ? ' (suggested by the data)' : ''}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  )
}

const textOf = (pairs: plot.PortPair[]) => `Pairs ${pairs.map(([p, n]) => `${p}/${n}`).join(', ')}`
