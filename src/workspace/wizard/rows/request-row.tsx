import { mdiChevronDown, mdiContentCopy, mdiDeleteOutline } from '@mdi/js'
import { type ReactNode, useId } from 'react'

import { Icon } from '../../../ui/icon'
import { price } from '../../../ui/amounts'

/** Returns the id of a row's element, used to scroll to the row. */
export const rowElementId = (rowId: number) => `request-row-${rowId}`

type RequestRowProps = {
  rowId: number
  name: string
  amount: number
  /** Describes what is ordered with the row. Null until its interface or type is selected. */
  buys: string | null
  /** Whether a payment was rejected. From then on, errors are also shown while the user is typing. */
  checked: boolean
  /** The illustration of what is simulated. */
  drawing: ReactNode
  onDuplicate: () => void
  onRemove: () => void
  /** The known facts about the row's nets. */
  facts: ReactNode
  children: ReactNode
}

/**
 * A row of the request, with its price. Built from plain elements that the list styles, because there may be a thousand
 * rows.
 */
export function RequestRow({
  rowId,
  name,
  amount,
  buys,
  checked,
  drawing,
  onDuplicate,
  onRemove,
  facts,
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
        <button type="button" className="tool" aria-label={`Duplicate ${name}`} title="Duplicate" onClick={onDuplicate}>
          <Icon path={mdiContentCopy} />
          <span>Duplicate</span>
        </button>
        <button
          type="button"
          name="remove"
          className="tool"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={onRemove}
        >
          <Icon path={mdiDeleteOutline} />
          <span>Remove</span>
        </button>
      </div>
      {buys !== null && <p className="buys">{buys}</p>}
      <div className="fields">{children}</div>
      {facts}
    </fieldset>
  )
}

export type FieldProps<Value = string> = {
  /** The name of the row's field. */
  name: string
  label: string
  value: Value
  /** Whether the row's interface or type determines the value. */
  forced?: boolean
  /** The error message for the value; null if the value is accepted. */
  problem: string | null
  /** Also receives the field's name, so that one function can serve all fields of a row. */
  onChange: (value: Value, name: string) => void
}

/** Returns the error for an empty field after a payment was rejected. */
export const missingText = (label: string) => `${label} ${label.endsWith('s') ? 'are' : 'is'} missing.`

type RowFieldProps = {
  fieldId: string
  label: string
  problem: string | null
  /** The id of the control that the label belongs to. */
  htmlFor: string
  id?: string
  children: ReactNode
}

/** Wraps a field of a row with its label and error message. */
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

/** A text field of a row. When the user leaves it, `normalize` rewrites the value in the usual notation. */
export function RowText({
  name,
  label,
  value,
  example,
  normalize,
  forced = false,
  problem,
  onChange,
}: FieldProps & { example: string; normalize: (text: string) => string }) {
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
        onBlur={() => !forced && normalize(value) !== value && onChange(normalize(value), name)}
      />
    </RowField>
  )
}

type RowChoiceProps = FieldProps & { placeholder: string; options: { value: string; name: string }[] }

/** A select of a row, such as the interface. */
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
          {value !== '' && !options.some((option) => option.value === value) && <option value={value}>{value}</option>}
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
