import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'

type CheckedFieldProps<Value> = {
  label: string
  /** The name for people who cannot see what the field belongs to. */
  name?: string
  value: string
  placeholder?: string
  width?: string
  isNumber?: boolean
  isReadOnly?: boolean
  /** Returns the value of the text, or the problem if the text is not valid. */
  parse: (text: string) => Value | { problem: string }
  onChange: (value: Value) => void
}

/**
 * A field whose text takes effect when the field loses the focus or Enter is pressed. Invalid text is kept, with the
 * reason shown below it.
 */
export function CheckedField<Value extends object>({
  label,
  name = label,
  value,
  placeholder,
  width = '140px',
  isNumber = false,
  isReadOnly = false,
  parse,
  onChange,
}: CheckedFieldProps<Value>) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const apply = () => {
    if (draft === null || draft === value) {
      setDraft(null)
      return
    }
    const parsed = parse(draft)
    if ('problem' in parsed) {
      setProblem(parsed.problem)
      return
    }
    setDraft(null)
    onChange(parsed)
  }
  return (
    <chakra.div display="grid" gap="1" alignContent="start" minW="0">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        size="sm"
        w={width}
        maxW="full"
        {...(name !== label && { 'aria-label': name })}
        inputMode={isNumber ? 'decimal' : 'text'}
        autoComplete="off"
        value={draft ?? value}
        placeholder={placeholder}
        readOnly={isReadOnly}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={({ target }) => {
          setDraft(target.value)
          setProblem(null)
        }}
        onBlur={apply}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply()
        }}
      />
      {problem !== null && (
        <chakra.p id={`${id}-problem`} role="alert" color="error.fg" maxW="240px" overflowWrap="anywhere">
          {problem}
        </chakra.p>
      )}
    </chakra.div>
  )
}
