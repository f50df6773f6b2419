import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiClose, mdiPlus } from '@mdi/js'
import { useRef, useState } from 'react'

import {
  nextPoint,
  pointsOf,
  withMovedPoint,
  withoutPoint,
  withPoint,
} from '../../../../machines/previews/drawn-limits'
import * as losses from '../../../../machines/previews/line-losses'
import { Icon } from '../../../ui/icon'
import { NumberField } from './number-field'

const quantities: losses.LossQuantity[] = ['insertion loss', 'return loss']

const listStyle: SystemStyleObject = {
  display: 'grid',
  gap: '2',
  textStyle: 'sm',
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '3' },
  '& label': { display: 'grid', gap: '1' },
}

type OwnLimitsProps = {
  own: losses.LossLimit[]
  frequencies: Float64Array
  /** The quantity whose limit is being drawn. */
  drawn: losses.LossQuantity | null
  onDrawn: (quantity: losses.LossQuantity | null) => void
  onChange: (own: losses.LossLimit[]) => void
}

/** User-defined limits: loaded from a file, drawn in the plot, or entered as numbers. */
export function OwnLimits({ own, frequencies, drawn, onDrawn, onChange }: OwnLimitsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = (file: File) => {
    file
      .text()
      .then((text) => {
        onChange(losses.parseLimits(text))
        setProblem(null)
      })
      .catch((error: unknown) =>
        setProblem(error instanceof losses.LimitsError ? error.message : 'The file could not be read.'),
      )
  }
  return (
    <>
      <chakra.div role="group" aria-label="Custom limits" display="flex" flexWrap="wrap" gap="2">
        {quantities.map((quantity) => (
          <Button
            key={quantity}
            size="sm"
            variant={drawn === quantity ? 'solid' : 'outline'}
            aria-pressed={drawn === quantity}
            onClick={() => onDrawn(drawn === quantity ? null : quantity)}
          >
            Draw limit for the {quantity}
          </Button>
        ))}
        <chakra.input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="File with limits"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) load(file)
            target.value = ''
          }}
        />
        <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
          Load limits (CSV)
        </Button>
        {own.length > 0 && (
          <Button size="sm" variant="outline" onClick={() => onChange([])}>
            Remove custom limits
          </Button>
        )}
      </chakra.div>
      {problem && (
        <chakra.p role="alert" textStyle="sm" color="error.fg">
          {problem}
        </chakra.p>
      )}
      {drawn && <Points quantity={drawn} own={own} frequencies={frequencies} onChange={onChange} />}
    </>
  )
}

type PointsProps = Pick<OwnLimitsProps, 'own' | 'frequencies' | 'onChange'> & { quantity: losses.LossQuantity }

/** The points of a limit as numbers, for people who cannot draw, and for exact values. */
function Points({ quantity, own, frequencies, onChange }: PointsProps) {
  const points = pointsOf(own, quantity)
  const isWithin = (gigahertz: number) =>
    gigahertz >= (frequencies[0] ?? 0) / 1e9 && gigahertz <= (frequencies.at(-1) ?? 0) / 1e9
  return (
    <chakra.div display="grid" gap="2" borderWidth="1px" borderRadius="l2" p="3" justifyItems="start">
      <chakra.p textStyle="sm" color="fg.muted">
        Click the {quantity} plot to add a point, drag a point to move it, or enter numbers here.
      </chakra.p>
      <chakra.ol css={listStyle} aria-label={`Points of the ${quantity}`}>
        {points.map(([frequency, limit], index) => (
          <li key={frequency}>
            <NumberField
              label="Frequency (GHz)"
              value={frequency / 1e9}
              accept={(value) => (isWithin(value) ? value : null)}
              onChange={(value) => onChange(withMovedPoint(own, quantity, index, [value * 1e9, limit]))}
            />
            <NumberField
              label="Limit (dB)"
              value={limit}
              accept={(value) => (value >= 0 && value <= 300 ? value : null)}
              onChange={(value) => onChange(withMovedPoint(own, quantity, index, [frequency, value]))}
            />
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Remove the point at ${frequency / 1e9} GHz`}
              onClick={() => onChange(withoutPoint(own, quantity, index))}
            >
              <Icon path={mdiClose} />
            </Button>
          </li>
        ))}
      </chakra.ol>
      <Button
        size="sm"
        variant="outline"
        onClick={() => onChange(withPoint(own, quantity, nextPoint(own, quantity, frequencies)))}
      >
        <Icon path={mdiPlus} />
        Add point
      </Button>
    </chakra.div>
  )
}
