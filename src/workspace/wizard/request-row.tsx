import { mdiChevronDown, mdiContentCopy, mdiDeleteOutline } from '@mdi/js'
import { type ReactNode, useId } from 'react'

import { Icon } from '../../ui/icon'
import { price } from '../../ui/amounts'

/** The id under which a row is found by whoever is led to it. */
export const rowElementId = (rowId: number) => `request-row-${rowId}`

type RequestRowProps = {
  rowId: number
  name: string
  amount: number
  /** A payment was refused: mistakes are said while they are written, too. */
  checked: boolean
  /** What is asked for, drawn. */
  drawing: ReactNode
  onDuplicate: () => void
  onRemove: () => void
  children: ReactNode
}

/** One row of the request, with its price. Plain elements, styled by the list: there may be a thousand of them. */
export function RequestRow({
  rowId,
  name,
  amount,
  checked,
  drawing,
  onDuplicate,
  onRemove,
  children,
}: RequestRowProps) {
  return (
    <fieldset id={rowElementId(rowId)} data-checked={checked || undefined}>
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
  /** What is wrong with the value. */
  problem: string | null
  /** Told of the field's name too, so that one function serves all fields of a row. */
  onChange: (value: string, name: string) => void
}

/** What an empty field says once a payment was refused. */
export const missingText = (label: string) => `${label} ${label.endsWith('s') ? 'are' : 'is'} missing.`

type RowFieldProps = {
  fieldId: string
  label: string
  problem: string | null
  /** Of the label, so that it names the field. */
  htmlFor: string
  id?: string
  children: ReactNode
}

/** Around every field of a row: its label, and what is wrong with it. */
export function RowField({ fieldId, label, problem, htmlFor, id, children }: RowFieldProps) {
  return (
    <div className="field">
      <label htmlFor={htmlFor} id={id}>
        {label}
        <span className="required" aria-hidden>
          *
        </span>
      </label>
      {children}
      {problem !== null && (
        <span id={problemId(fieldId)} className="problem">
          {problem}
        </span>
      )}
    </div>
  )
}

export const problemId = (fieldId: string) => `${fieldId}-problem`

const problemProps = (id: string, problem: string | null) =>
  problem === null ? {} : ({ 'aria-invalid': true, 'aria-describedby': problemId(id) } as const)

/** A text of a row. */
export function RowText({
  name,
  label,
  value,
  example,
  forced = false,
  problem,
  onChange,
}: FieldProps & { example: string }) {
  const id = useId()
  return (
    <RowField label={label} problem={problem} fieldId={id} htmlFor={id}>
      <input
        id={id}
        name={name}
        value={value}
        {...problemProps(id, problem)}
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
export function RowChoice({ name, label, value, placeholder, options, problem, onChange }: RowChoiceProps) {
  const id = useId()
  return (
    <RowField label={label} problem={problem} fieldId={id} htmlFor={id}>
      <div className="choice">
        <select
          id={id}
          name={name}
          value={value}
          {...problemProps(id, problem)}
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
