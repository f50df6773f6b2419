import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { Textarea } from '@chakra-ui/react/textarea'
import '../../../ui/theme/form-recipes'

type FieldProps = { value: string; disabled: boolean; readOnly?: boolean; onChange: (value: string) => void }

export const ProjectNameField = ({
  value,
  problem,
  disabled,
  readOnly,
  onChange,
}: FieldProps & { problem: string | null }) => (
  <Field.Root required invalid={problem !== null} readOnly={readOnly}>
    <Field.Label>
      Project name
      <Field.RequiredIndicator />
    </Field.Label>
    <Input value={value} disabled={disabled} onChange={({ target }) => onChange(target.value)} />
    <Field.ErrorText>{problem}</Field.ErrorText>
  </Field.Root>
)

export const ProjectNotesField = ({ value, disabled, readOnly, onChange, help }: FieldProps & { help?: string }) => (
  <Field.Root readOnly={readOnly}>
    <Field.Label>Notes (optional)</Field.Label>
    <Textarea
      value={value}
      rows={4}
      maxLength={5000}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    />
    {help && <Field.HelperText>{help}</Field.HelperText>}
  </Field.Root>
)
