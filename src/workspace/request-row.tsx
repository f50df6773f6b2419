import { mdiChevronDown, mdiContentCopy, mdiDeleteOutline } from '@mdi/js'
import { type ReactNode, useId } from 'react'

import { Icon } from '../ui/icon'
import { price } from './amounts'

/** The id under which a row is found by whoever is led to it. */
export const rowElementId = (rowId: number) => `request-row-${rowId}`

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

/** One row of the request, with its price. Plain elements, styled by the list: there may be a thousand of them. */
export function RequestRow({ rowId, name, amount, drawing, onDuplicate, onRemove, children }: RequestRowProps) {
  return (
    <fieldset id={rowElementId(rowId)}>
      <legend>{name}</legend>
      <div className="head">
        {drawing}
        <p className="title" aria-hidden>
          {name}
        </p>
        <p className="price">{price(amount)}</p>
        <button type="button" className="tool" aria-label={`Duplicate ${name}`} onClick={onDuplicate}>
          <Icon path={mdiContentCopy} />
          <span>Duplicate</span>
        </button>
        <button type="button" name="remove" className="tool" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon path={mdiDeleteOutline} />
          <span>Remove</span>
        </button>
      </div>
      <div className="fields">{children}</div>
    </fieldset>
  )
}

export type FieldProps = {
  /** The row's field, by which it is found. */
  name: string
  label: string
  value: string
  /** The row's interface or type fills the field in by itself. */
  forced?: boolean
  /** A payment was refused while it was empty. */
  missing?: boolean
  /** Told of the field's name too, so that one function serves all fields of a row. */
  onChange: (value: string, name: string) => void
}

type RowFieldProps = {
  fieldId: string
  label: string
  missing: boolean
  /** Of the label, so that it names the field. */
  htmlFor: string
  id?: string
  children: ReactNode
}

/** Around every field of a row: its label, and what it lacks. */
export function RowField({ fieldId, label, missing, htmlFor, id, children }: RowFieldProps) {
  return (
    <div className="field">
      <label {...{ htmlFor, id }}>
        {label}
        <span className="required" aria-hidden>
          *
        </span>
      </label>
      {children}
      {missing && (
        <span id={gapId(fieldId)} className="gap">
          {label} is missing.
        </span>
      )}
    </div>
  )
}

export const gapId = (fieldId: string) => `${fieldId}-gap`

const gapProps = (id: string, missing: boolean) =>
  missing ? ({ 'aria-invalid': true, 'aria-describedby': gapId(id) } as const) : {}

/** A text of a row. */
export function RowText({
  name,
  label,
  value,
  example,
  forced = false,
  missing = false,
  onChange,
}: FieldProps & { example: string }) {
  const id = useId()
  return (
    <RowField {...{ label, missing }} fieldId={id} htmlFor={id}>
      <input
        {...{ id, name, value }}
        {...gapProps(id, missing)}
        className="text"
        placeholder={example}
        readOnly={forced}
        required
        autoComplete="off"
        onChange={(event) => onChange(event.target.value, name)}
      />
    </RowField>
  )
}

type RowChoiceProps = FieldProps & { placeholder: string; options: { value: string; name: string }[] }

/** One of several, such as the interface. */
export function RowChoice({ name, label, value, placeholder, options, missing = false, onChange }: RowChoiceProps) {
  const id = useId()
  return (
    <RowField {...{ label, missing }} fieldId={id} htmlFor={id}>
      <div className="choice">
        <select
          {...{ id, name, value }}
          {...gapProps(id, missing)}
          className="text"
          required
          onChange={(event) => onChange(event.target.value, name)}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
        <Icon path={mdiChevronDown} size="16px" />
      </div>
    </RowField>
  )
}
