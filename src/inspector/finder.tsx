import { useCombobox } from 'downshift'
import { useEffect, useState } from 'react'

import { goTo } from './address'
import { type Entry, entriesOf, find } from './find'
import type { Sheet } from './chart/sheets'

/** Search across all charts. The slash key moves the focus here, and Enter opens the best match. */
export function Finder({ sheets, shown }: { sheets: Sheet[]; shown: string | null }) {
  const [text, setText] = useState('')
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const entries = sheets.flatMap(entriesOf)
  const found = find(sheets, entries, text, shown)
  const { isOpen, highlightedIndex, getInputProps, getItemProps, getLabelProps, getMenuProps } = useCombobox<Entry>({
    items: found,
    inputValue: text,
    selectedItem: null,
    itemToString: (entry) => entry?.words ?? '',
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return
      goTo(selectedItem.address)
      setText('')
    },
    stateReducer: (_, { type, changes }) => {
      const { InputKeyDownEnter, ItemClick, InputBlur, InputChange } = useCombobox.stateChangeTypes
      if (type === InputKeyDownEnter || type === ItemClick) return { ...changes, isOpen: false, inputValue: '' }
      // Leaving the field does not select anything.
      if (type === InputBlur) return { ...changes, selectedItem: null, inputValue: text }
      // Typing highlights the best match, which Enter selects.
      if (type === InputChange) return { ...changes, highlightedIndex: 0 }
      return changes
    },
  })
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea')
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      input?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [input])
  const isShown = isOpen && text.trim() !== ''
  return (
    <div className="finder">
      <label {...getLabelProps()} className="unseen">
        Find in all charts
      </label>
      <input
        {...getInputProps({
          ref: setInput,
          // Downshift's own change event arrives too late for the cursor of a controlled input.
          onChange: ({ currentTarget }) => setText(currentTarget.value),
          placeholder: 'Find a state, event, guard, action or file:line',
          title: 'Press / to search',
          spellCheck: false,
        })}
      />
      <ul {...getMenuProps()} data-shown={isShown || undefined}>
        {isShown &&
          found.map((entry, index) => (
            <li
              key={`${entry.kind}${entry.address}${entry.words}${index}`}
              {...getItemProps({ item: entry, index })}
              data-highlighted={index === highlightedIndex || undefined}
            >
              <span className="kind">{entry.kind}</span>
              <span className="found">{entry.words}</span>
              <small>{entry.where}</small>
            </li>
          ))}
      </ul>
      <p role="status" className="unseen">
        {text.trim() === '' ? '' : `${found.length} found`}
      </p>
      {isOpen && text.trim() !== '' && found.length === 0 && (
        <p className="nothing">Nothing in any chart matches “{text.trim()}”.</p>
      )}
    </div>
  )
}
