import { Field } from '@chakra-ui/react/field'
import { NativeSelect } from '@chakra-ui/react/native-select'

type SelectFieldProps = {
  label: string
  value: string
  options: { value: string; name: string }[]
  /** The text of the empty option. */
  placeholder: string
  required?: boolean
  disabled?: boolean
  help?: string
  /** Describes the mistake in the value. */
  mistake?: string | undefined
  autoComplete?: string
  onChange: (value: string) => void
}

export function SelectField({
  label,
  value,
  options,
  placeholder,
  required = false,
  disabled = false,
  help,
  mistake,
  autoComplete,
  onChange,
}: SelectFieldProps) {
  return (
    <Field.Root required={required} disabled={disabled} invalid={mistake !== undefined}>
      <Field.Label>
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      <NativeSelect.Root disabled={disabled}>
        <NativeSelect.Field
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText>{mistake}</Field.ErrorText>
    </Field.Root>
  )
}
