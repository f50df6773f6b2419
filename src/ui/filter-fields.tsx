import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { NativeSelect } from '@chakra-ui/react/native-select'
import type { Ref } from 'react'

import './theme/form-recipes'
import './theme/select-recipes'

type FilterSelectProps = {
  ref?: Ref<HTMLSelectElement> | undefined
  label: string
  value: string
  /** An option with an empty id shows everything. */
  options: readonly { id: string; name: string }[]
  /** The width from the `sm` breakpoint up, as a size token. */
  w: string
  onChoose: (id: string) => void
}

/** A select that filters a list. */
export const FilterSelect = ({ ref, label, value, options, w, onChoose }: FilterSelectProps) => (
  <Field.Root w={{ base: 'full', sm: w }}>
    <Field.Label>{label}</Field.Label>
    <NativeSelect.Root size="sm">
      <NativeSelect.Field ref={ref} value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  </Field.Root>
)

type FilterSearchProps = {
  ref?: Ref<HTMLInputElement> | undefined
  label?: string
  placeholder: string
  value: string
  w: string
  onQuery: (query: string) => void
}

/** A search field that filters a list, with at most 200 characters as in the API. */
export const FilterSearch = ({ ref, label = 'Search', placeholder, value, w, onQuery }: FilterSearchProps) => (
  <Field.Root w={{ base: 'full', sm: w }}>
    <Field.Label>{label}</Field.Label>
    <Input
      ref={ref}
      type="search"
      size="sm"
      maxLength={200}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onQuery(target.value)}
    />
  </Field.Root>
)
