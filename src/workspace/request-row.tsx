import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiContentCopy, mdiDeleteOutline } from '@mdi/js'
import type { ReactNode } from 'react'

import { Icon } from '../ui/icon'
import { price } from './amounts'

type RequestRowProps = {
  rowId: number
  name: string
  amount: number
  /** What is asked for, drawn. */
  drawing: ReactNode
  onDuplicate: () => void
  onRemove: () => void
  children: ReactNode
}

/** One row of the request, with its price. */
export function RequestRow({ rowId, name, amount, drawing, onDuplicate, onRemove, children }: RequestRowProps) {
  return (
    <chakra.fieldset id={`request-row-${rowId}`} borderWidth="1px" borderRadius="l3" p="4" bg="bg.subtle" minW="0">
      <chakra.legend srOnly>{name}</chakra.legend>
      <chakra.div display="flex" alignItems="center" gap={{ base: '1', sm: '3' }} mb="4">
        {drawing}
        <chakra.p fontWeight="semibold" flex="1" aria-hidden>
          {name}
        </chakra.p>
        <chakra.p textStyle="figures">{price(amount)}</chakra.p>
        <Button size="xs" variant="ghost" aria-label={`Duplicate ${name}`} onClick={onDuplicate}>
          <Icon path={mdiContentCopy} />
          <chakra.span hideBelow="sm">Duplicate</chakra.span>
        </Button>
        <Button size="xs" variant="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon path={mdiDeleteOutline} />
          <chakra.span hideBelow="sm">Remove</chakra.span>
        </Button>
      </chakra.div>
      <chakra.div display="grid" gap="4" gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 208px), 1fr))">
        {children}
      </chakra.div>
    </chakra.fieldset>
  )
}

type RowFieldProps = {
  label: string
  value: string
  example: string
  /** The row's interface or type fills the field in by itself. */
  forced?: boolean
  onChange: (value: string) => void
}

/** A text of a row. */
export function RowField({ label, value, example, forced = false, onChange }: RowFieldProps) {
  return (
    <Field.Root required readOnly={forced}>
      <Field.Label>
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      <Input
        value={value}
        placeholder={example}
        bg={forced ? 'bg.muted' : 'bg.panel'}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field.Root>
  )
}
