import { chakra } from '@chakra-ui/react/styled-system'

type CursorSliderProps = {
  /** The number of points. */
  count: number
  at: number
  onChange: (at: number) => void
  /** The cursor's position as text, such as a frequency. */
  place: string
  /** The values at the cursor, as text. */
  value: string
}

/** A slider that moves the cursor of a plot, so that a keyboard can move it, too, and the values at the cursor. */
export const CursorSlider = ({ count, at, onChange, place, value }: CursorSliderProps) => (
  <chakra.label display="flex" flexWrap="wrap" alignItems="center" gap="3" textStyle="sm">
    Cursor
    <chakra.input
      type="range"
      data-own-arrows=""
      flex="1 1 160px"
      css={{ accentColor: 'var(--chakra-colors-primary-solid)', '@media (pointer: coarse)': { minH: '11' } }}
      min={0}
      max={count - 1}
      value={at}
      aria-valuetext={place}
      onChange={({ target }) => onChange(Number(target.value))}
    />
    <chakra.output textStyle="figures" aria-live="off">
      {place}: {value}
    </chakra.output>
  </chakra.label>
)
