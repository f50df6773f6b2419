import { NativeSelect } from '@chakra-ui/react/native-select'
import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

/** The style of a row of choices that wraps. */
export const choicesStyle: SystemStyleObject = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  textStyle: 'sm',
  '& > label': { display: 'grid', gap: '1', minW: '120px' },
}

type ChoiceProps = {
  label: string
  value: string | number
  options: (readonly [value: string | number, text: string])[]
  onChange: (value: string) => void
}

/** A list of values for one setting, with its name above. */
export const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label>
    {label}
    <NativeSelect.Root size="sm">
      <NativeSelect.Field aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  </label>
)
