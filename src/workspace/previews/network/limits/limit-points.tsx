import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiClose, mdiPlus } from '@mdi/js'
import { useRef } from 'react'

import { type LimitPoint, LimitsError } from '../../../../../machines/previews/network/line-losses'
import { Icon } from '../../../../ui/icon'
import { NumberField } from '../fields/number-field'

const listStyle: SystemStyleObject = {
  display: 'grid',
  gap: '2',
  textStyle: 'sm',
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '3' },
  '& label': { display: 'grid', gap: '1' },
}

/** How a coordinate of a point is entered: its label, the size of its unit, and its range. */
type Coordinate = { label: string; unit: number; low: number; high: number }

type LimitPointsProps = {
  /** What the points limit, such as "insertion loss". */
  of: string
  points: LimitPoint[]
  frequency: Coordinate & { name: string }
  limit: Coordinate
  onMove: (index: number, point: LimitPoint) => void
  onRemove: (index: number) => void
  onAdd: () => void
}

/** Converts a value to a unit. Rounding removes the error of the division. */
const inUnit = (value: number, unit: number) => Number((value / unit).toPrecision(12))

/** The points of a limit as numbers, for people who cannot use a pointer, and for exact values. */
export const LimitPoints = ({ of, points, frequency, limit, onMove, onRemove, onAdd }: LimitPointsProps) => (
  <chakra.div display="grid" gap="2" borderWidth="1px" borderRadius="l2" p="3" justifyItems="start">
    <chakra.p textStyle="sm" color="fg.muted">
      Click the {of} plot to add a point, drag a point to move it, or enter numbers here.
    </chakra.p>
    <chakra.ol css={listStyle} aria-label={`Points of the ${of} limit`}>
      {points.map(([at, value], index) => (
        <li key={at}>
          <Field coordinate={frequency} value={at} onChange={(moved) => onMove(index, [moved, value])} />
          <Field coordinate={limit} value={value} onChange={(moved) => onMove(index, [at, moved])} />
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Remove the point at ${inUnit(at, frequency.unit)} ${frequency.name}`}
            onClick={() => onRemove(index)}
          >
            <Icon path={mdiClose} />
          </Button>
        </li>
      ))}
    </chakra.ol>
    <Button size="sm" variant="outline" onClick={onAdd}>
      <Icon path={mdiPlus} />
      Add point
    </Button>
  </chakra.div>
)

type FieldProps = { coordinate: Coordinate; value: number; onChange: (value: number) => void }

const Field = ({ coordinate: { label, unit, low, high }, value, onChange }: FieldProps) => (
  <NumberField
    label={label}
    value={inUnit(value, unit)}
    accept={(typed) => (typed >= low / unit && typed <= high / unit ? typed : null)}
    onChange={(typed) => onChange(inUnit(typed, 1 / unit))}
  />
)

type LimitsFileProps = {
  label: string
  /** The accessible name of the file input. */
  input: string
  /** Called with the text of the file. Throws a LimitsError if the file cannot be used. */
  onText: (text: string) => void
  onProblem: (problem: string | null) => void
}

/** Loads limits from a CSV file. */
export function LimitsFile({ label, input: name, onText, onProblem }: LimitsFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const load = (file: File) => {
    file
      .text()
      .then((text) => {
        onText(text)
        onProblem(null)
      })
      .catch((error: unknown) =>
        onProblem(error instanceof LimitsError ? error.message : 'The file could not be read.'),
      )
  }
  return (
    <>
      <chakra.input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={name}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) load(file)
          target.value = ''
        }}
      />
      <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

/** Why a file could not be used. */
export const LimitsProblem = ({ problem }: { problem: string | null }) =>
  problem && (
    <chakra.p role="alert" textStyle="sm" color="error.fg">
      {problem}
    </chakra.p>
  )
