import { type PortForm, portOrderIn, referenceIn } from '../../../../../machines/previews/network/network-form'
import { CheckedField } from './checked-field'

type PortFieldsProps = {
  /** Added to the names of the fields if there are several sets of fields. */
  of?: string
  facts: { ports: number; references: number[] }
  form: PortForm
  isReadOnly?: boolean
  onChange: (form: PortForm) => void
}

/** The order of the ports of a network and their reference. An empty field stands for the value in the file. */
export function PortFields({
  of = '',
  facts: { ports, references },
  form,
  isReadOnly = false,
  onChange,
}: PortFieldsProps) {
  const own = new Set(references)
  return (
    <>
      {ports > 1 && (
        <CheckedField
          label="Port order"
          name={`Port order${of}`}
          value={form.order?.join(' ') ?? ''}
          placeholder={Array.from({ length: Math.min(ports, 8) }, (_, index) => index + 1).join(' ')}
          width={ports > 4 ? '240px' : '140px'}
          isReadOnly={isReadOnly}
          parse={(text) => portOrderIn(text, ports)}
          onChange={({ order }) => onChange({ ...form, order })}
        />
      )}
      <CheckedField
        label="Reference (Ω)"
        name={`Reference (Ω)${of}`}
        value={form.reference === null ? '' : String(form.reference)}
        placeholder={own.size === 1 ? String(references[0]) : 'as in the file'}
        isNumber
        isReadOnly={isReadOnly}
        parse={referenceIn}
        onChange={({ reference }) => onChange({ ...form, reference })}
      />
    </>
  )
}
