import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'

import * as plots from '../../../../machines/previews/text/table-plot'
import { plottedOf, type tablePlotMachine } from '../../../../machines/previews/text/table-plot.machine'
import { lowWindow, keptColors } from '../../../ui/theme/accessibility-styles'
import '../../../ui/theme/select-recipes'
import { Choice, choicesStyle } from '../network/fields/choice'
import { CursorSlider } from '../network/plots/cursor-slider'
import { curveColors, useIsDark } from '../network/plots/curve-colors'
import { OverlayPlot } from '../network/plots/overlay-plot'

type TablePlotProps = {
  machine: typeof tablePlotMachine
  rows: string[][]
  hasDecimalComma: boolean
  name: string
  /** The plot to show first, as written in the page's URL. */
  view: string
  /** Called with the plot, as written in the page's URL, whenever it changes. */
  onView: (view: string) => void
}

const style: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  overflow: 'auto',
  [lowWindow]: { flex: 'none', overflow: 'visible' },
  '& .curves': { display: 'flex', flexWrap: 'wrap', gap: '1', maxH: '28', overflow: 'auto' },
  '& .line': { ...keptColors, w: '4', h: '1', borderRadius: '2px', bg: 'border.emphasized' },
}

/** The numeric columns of a table as curves against one of them, or against the row number. */
export function TablePlot({ machine, rows, hasDecimalComma, name, view, onView }: TablePlotProps) {
  const [connected] = useState(() => machine.provide({ actions: { tellView: (_, shown) => onView(shown) } }))
  const [columns] = useState(() => plots.numberColumns(rows, hasDecimalComma))
  const actor = useActorRef(connected, { input: { columns, view } })
  const plotted = useSelector(actor, plottedOf)
  const [hovered, setHovered] = useState(0)
  const colors = curveColors(useIsDark())

  const points = useMemo(() => plots.pointsOf(columns, plotted), [columns, plotted])
  const { places } = points
  const axisName = plotted.x === null ? 'Row' : (columns[plotted.x]?.name ?? '')
  const canBeLogarithmic = plots.canBeLogarithmic(places)
  const isLogarithmic = plotted.isLogarithmic && canBeLogarithmic
  const x = useMemo(() => ({ values: places, label: axisName, isLogarithmic }), [places, axisName, isLogarithmic])
  const curves = useMemo(
    () => points.curves.map((values, index) => ({ color: colors[index] ?? '', values })),
    [points, colors],
  )
  const names = plotted.curves.map((curve) => columns[curve]?.name ?? '')
  const [only] = names
  const at = Math.min(hovered, places.length - 1)
  const isFull = plotted.curves.length >= plots.mostCurves

  return (
    <chakra.div css={style}>
      <chakra.div css={choicesStyle}>
        <Choice
          label="Horizontal axis"
          value={plotted.x ?? 'row'}
          options={[['row', 'Row number'], ...columns.map((column, index) => [index, column.name] as const)]}
          onChange={(value) => actor.send({ type: 'axis.chosen', column: value === 'row' ? null : Number(value) })}
        />
        {canBeLogarithmic && (
          <Choice
            label="Scale"
            value={isLogarithmic ? 'logarithmic' : 'linear'}
            options={[
              ['linear', 'Linear'],
              ['logarithmic', 'Logarithmic'],
            ]}
            onChange={(value) => actor.send({ type: 'scale.chosen', isLogarithmic: value === 'logarithmic' })}
          />
        )}
      </chakra.div>
      <div role="group" aria-label="Curves" className="curves">
        {plots.othersOf(columns, plotted.x).map((column) => {
          const index = plotted.curves.indexOf(column)
          return (
            <Button
              key={column}
              size="xs"
              variant={index >= 0 ? 'subtle' : 'outline'}
              aria-pressed={index >= 0}
              disabled={index < 0 && isFull}
              onClick={() => actor.send({ type: 'curve.toggled', column })}
            >
              <span className="line" aria-hidden style={index >= 0 ? { background: colors[index] } : undefined} />
              {columns[column]?.name}
            </Button>
          )
        })}
      </div>
      {isFull && (
        <chakra.p role="status" textStyle="sm" color="fg.muted">
          At most {plots.mostCurves} curves can be plotted. Remove one to add another.
        </chakra.p>
      )}
      {plotted.curves.length === 0 || places.length === 0 ? (
        <chakra.p role="status" color="fg.muted">
          {plotted.curves.length === 0
            ? 'Choose a column to plot.'
            : 'The horizontal axis has no numbers in any row. Choose another column.'}
        </chakra.p>
      ) : (
        <>
          <OverlayPlot
            description={`${names.join(', ')} versus ${axisName.toLowerCase() === 'row' ? 'row number' : axisName} in ${name}`}
            x={x}
            curves={curves}
            label={names.length === 1 ? (only ?? '') : ''}
            onCursor={setHovered}
          />
          <CursorSlider
            count={places.length}
            at={at}
            onChange={setHovered}
            place={`${axisName} ${number(places[at])}`}
            value={points.curves.map((values, index) => `${names[index]} ${number(values[at])}`).join(', ')}
          />
        </>
      )}
    </chakra.div>
  )
}

const number = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? 'none' : String(Number(value.toPrecision(9)))
