import { Input } from '@chakra-ui/react/input'
import { useState } from 'react'

type NumberFieldProps = {
  label: string
  value: number
  /** Returns the number if it is allowed, or null. */
  accept: (value: number) => number | null
  onChange: (value: number) => void
}

/** A number that takes effect when the field loses the focus or Enter is pressed. Invalid input is discarded. */
export function NumberField({ label, value, accept, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const wanted = draft === null || draft.trim() === '' ? null : accept(Number(draft))
  const apply = () => {
    if (wanted !== null && wanted !== value) onChange(wanted)
    setDraft(null)
  }
  return (
    <label>
      {label}
      <Input
        size="sm"
        w="120px"
        inputMode="decimal"
        autoComplete="off"
        value={draft ?? String(value)}
        aria-invalid={(draft !== null && wanted === null) || undefined}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply()
        }}
      />
    </label>
  )
}
