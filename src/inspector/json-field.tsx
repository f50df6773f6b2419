import { useId, useState } from 'react'

type JsonFieldProps = {
  label: string
  first: unknown
  button: string
  onSend: (value: unknown) => void
  /** Describes the effect of sending the current value. */
  preview?: (value: unknown) => string
}

/** A field for entering a value as JSON. If the text is invalid, the reason is shown and the text is preserved. */
export function JsonField({ label, first, button, onSend, preview }: JsonFieldProps) {
  const id = useId()
  const [text, setText] = useState(() => JSON.stringify(first, null, 2))
  const { value, failure } = parse(text)
  return (
    <form
      className="json"
      onSubmit={(event) => {
        event.preventDefault()
        if (failure === null) onSend(value)
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        spellCheck={false}
        rows={Math.min(14, text.split('\n').length + 1)}
        value={text}
        aria-invalid={failure !== null}
        aria-describedby={`${id}-message`}
        onChange={({ target }) => setText(target.value)}
      />
      <p id={`${id}-message`} className={failure === null ? 'muted' : 'wrong'}>
        {failure ?? preview?.(value)}
      </p>
      <button type="submit" className="act" disabled={failure !== null}>
        {button}
      </button>
    </form>
  )
}

function parse(text: string): { value: unknown; failure: string | null } {
  try {
    return { value: text.trim() === '' ? undefined : JSON.parse(text), failure: null }
  } catch (error) {
    return { value: undefined, failure: `This is not valid JSON yet: ${error instanceof Error ? error.message : ''}` }
  }
}
