import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'

import * as target from '../../../../../machines/previews/network/drawn-target'
import type { LimitPoint } from '../../../../../machines/previews/network/line-losses'
import { LimitPoints, LimitsFile, LimitsProblem } from './limit-points'

type OwnTargetProps = {
  line: LimitPoint[]
  frequencies: Float64Array
  isDrawn: boolean
  onDrawn: (isDrawn: boolean) => void
  onChange: (line: LimitPoint[]) => void
}

/** The user's own target impedance: loaded from a file, drawn in the plot, or entered as numbers. */
export function OwnTarget({ line, frequencies, isDrawn, onDrawn, onChange }: OwnTargetProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [low = 0, high = 0] = [frequencies[0], frequencies.at(-1)]
  return (
    <>
      <chakra.div role="group" aria-label="Custom target" display="flex" flexWrap="wrap" gap="2">
        <Button
          size="sm"
          variant={isDrawn ? 'solid' : 'outline'}
          aria-pressed={isDrawn}
          onClick={() => onDrawn(!isDrawn)}
        >
          Draw target
        </Button>
        <LimitsFile
          label="Load target (CSV)"
          input="File with a target"
          onText={(text) => onChange(target.parseTarget(text))}
          onProblem={setProblem}
        />
        {line.length > 0 && (
          <Button size="sm" variant="outline" onClick={() => onChange([])}>
            Remove custom target
          </Button>
        )}
      </chakra.div>
      <LimitsProblem problem={problem} />
      {isDrawn && (
        <LimitPoints
          of="impedance"
          points={line}
          frequency={{ label: 'Frequency (MHz)', name: 'MHz', unit: 1e6, low, high }}
          limit={{ label: 'Target (mΩ)', unit: 1e-3, ...target.targetOhms }}
          onMove={(index, point) => onChange(target.withMovedTargetPoint(line, index, point))}
          onRemove={(index) => onChange(target.withoutTargetPoint(line, index))}
          onAdd={() => onChange(target.withTargetPoint(line, target.nextTargetPoint(line, frequencies)))}
        />
      )}
    </>
  )
}
