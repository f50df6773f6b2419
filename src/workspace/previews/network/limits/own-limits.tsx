import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'

import {
  nextPoint,
  pointsOf,
  withMovedPoint,
  withoutPoint,
  withPoint,
} from '../../../../../machines/previews/network/drawn-limits'
import * as losses from '../../../../../machines/previews/network/line-losses'
import { LimitPoints, LimitsFile, LimitsProblem } from './limit-points'

const quantities: losses.LossQuantity[] = ['insertion loss', 'return loss']

type OwnLimitsProps = {
  own: losses.LossLimit[]
  frequencies: Float64Array
  /** The quantity whose limit is being drawn; null if none is. */
  drawn: losses.LossQuantity | null
  onDrawn: (quantity: losses.LossQuantity | null) => void
  onChange: (own: losses.LossLimit[]) => void
}

/** User-defined limits: loaded from a file, drawn in the plot, or entered as numbers. */
export function OwnLimits({ own, frequencies, drawn, onDrawn, onChange }: OwnLimitsProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [low = 0, high = 0] = [frequencies[0], frequencies.at(-1)]
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
            Draw limit for {quantity}
          </Button>
        ))}
        <LimitsFile
          label="Load limits (CSV)"
          input="File with limits"
          onText={(text) => onChange(losses.parseLimits(text))}
          onProblem={setProblem}
        />
        {own.length > 0 && (
          <Button size="sm" variant="outline" onClick={() => onChange([])}>
            Remove custom limits
          </Button>
        )}
      </chakra.div>
      <LimitsProblem problem={problem} />
      {drawn && (
        <LimitPoints
          of={drawn}
          points={pointsOf(own, drawn)}
          frequency={{ label: 'Frequency (GHz)', name: 'GHz', unit: 1e9, low, high }}
          limit={{ label: 'Limit (dB)', unit: 1, low: 0, high: 300 }}
          onMove={(index, point) => onChange(withMovedPoint(own, drawn, index, point))}
          onRemove={(index) => onChange(withoutPoint(own, drawn, index))}
          onAdd={() => onChange(withPoint(own, drawn, nextPoint(own, drawn, frequencies)))}
        />
      )}
    </>
  )
}
