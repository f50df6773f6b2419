import { mdiClose } from '@mdi/js'
import { shallowEqual, useSelector } from '@xstate/react'
import { useCombobox } from 'downshift'
import { memo, useContext, useId, useMemo, useState } from 'react'

import { netsOf } from '../../machines/workspace/file-inspection.machine'
import {
  missingNets,
  netChoices,
  type NetChoice,
  netsIn,
  netText,
  type NetUse,
  noNets,
  withNets,
  withoutNet,
} from '../../machines/workspace/net-rules'
import { parsePastedNets } from '../formats/pasted-nets'
import { Icon } from '../ui/icon'
import { LayoutNetsContext, searchIn } from './layout-nets'
import { type FieldProps, gapId, RowField } from './request-row'

/** So many are offered at a time; whoever wants another types a letter of it. */
const mostChoices = 20

type NetFieldProps = FieldProps & {
  use: NetUse
  example: string
  /** One net replaces the other instead of standing beside it. */
  single?: boolean
}

/**
 * Names of nets as chips, with a list of the layout's nets to choose from. Anything can be typed or pasted; a name that
 * the layout does not have is marked. What is typed beside it in its row does not draw it again.
 */
export const NetField = memo(function NetField({
  name: fieldName,
  label,
  use,
  value,
  example,
  forced = false,
  missing: isGap = false,
  single = false,
  onChange,
}: NetFieldProps) {
  const [query, setQuery] = useState('')
  const [isNear, setNear] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const id = useId()
  const names = forced ? [] : netsIn(value)
  const inspector = useContext(LayoutNetsContext)
  const missing = useSelector(inspector, (snapshot) => missingNets(value, netsOf(snapshot)), shallowEqual)
  const layout = useSelector(inspector, (snapshot) => (isNear ? netsOf(snapshot) : noNets))
  const choices = useMemo(
    () =>
      netChoices(
        { use, text: value, query },
        layout,
        (words, limit) => searchIn(layout).find(words, limit),
        mostChoices,
      ),
    [use, value, query, layout],
  )

  const add = (nets: string[]) => {
    setQuery('')
    if (nets.length > 0) onChange(single ? netText(nets.slice(0, 1)) : withNets(value, nets), fieldName)
  }
  const addText = (text: string) => {
    const isEmpty = text.trim() === ''
    const nets = isEmpty ? [] : netsOf(inspector.getSnapshot()).nets.map(({ name }) => name)
    const { known, unknown } = parsePastedNets(text, nets)
    add([...known, ...unknown])
  }

  const { isOpen, highlightedIndex, getInputProps, getItemProps, getLabelProps, getMenuProps } = useCombobox<NetChoice>(
    {
      items: choices,
      inputValue: query,
      selectedItem: null,
      itemToString: (choice) => choice?.name ?? '',
      onSelectedItemChange: ({ selectedItem }) => add(selectedItem?.nets ?? []),
      stateReducer: (_, { type, changes }) => {
        const { InputKeyDownEnter, ItemClick, InputBlur } = useCombobox.stateChangeTypes
        // The list stays for the next net, and leaving the field chooses nothing.
        if (type === InputKeyDownEnter || type === ItemClick) return { ...changes, isOpen: !single, inputValue: '' }
        if (type === InputBlur) return { ...changes, selectedItem: null, inputValue: query }
        return changes
      },
    },
  )

  const descriptions = [isGap && gapId(id), missing.length > 0 && `${id}-unknown`].filter(Boolean).join(' ')
  return (
    <RowField {...getLabelProps()} label={label} fieldId={id} missing={isGap}>
      <div
        className="nets"
        data-forced={forced || undefined}
        data-invalid={isGap || undefined}
        onClick={() => input?.focus()}
      >
        {names.map((name) => (
          <span key={name} className="chip" data-missing={missing.includes(name) || undefined}>
            <span>{name}</span>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => {
                onChange(withoutNet(value, name), fieldName)
                input?.focus()
              }}
            >
              <Icon path={mdiClose} size="14px" />
            </button>
          </span>
        ))}
        <input
          {...getInputProps({
            ref: setInput,
            name: fieldName,
            placeholder: names.length === 0 ? example : '',
            readOnly: forced,
            required: names.length === 0,
            autoComplete: 'off',
            'aria-invalid': isGap || undefined,
            'aria-describedby': descriptions || undefined,
            ...(forced && { value }),
            // Told by the field itself: the list would tell only after it has drawn what was before.
            onChange: ({ currentTarget: { value: typed } }) => {
              // A comma ends a name, as it does in the list that it becomes.
              if (/[,;]/.test(typed)) addText(typed)
              else setQuery(typed)
            },
            onFocus: () => setNear(true),
            onBlur: () => {
              setNear(false)
              addText(query)
            },
            onKeyDown: (event) => {
              const last = names.at(-1)
              if (event.key === 'Backspace' && query === '' && last !== undefined)
                onChange(withoutNet(value, last), fieldName)
              if (event.key === 'Enter' && highlightedIndex < 0) {
                event.preventDefault()
                addText(query)
              }
            },
            onPaste: (event) => {
              const text = event.clipboardData.getData('text')
              if (!/[,;\t\n\s]/.test(text.trim())) return
              event.preventDefault()
              addText(text)
            },
          })}
        />
      </div>
      <ul
        {...getMenuProps({ 'aria-label': 'Nets to choose from' })}
        className="choices"
        hidden={!isOpen || choices.length === 0}
      >
        {isOpen &&
          choices.map((choice, index) => (
            <li
              key={`${choice.nets.length}-${choice.name}`}
              {...getItemProps({ item: choice, index })}
              data-highlighted={highlightedIndex === index || undefined}
            >
              <span className="net">{choice.name}</span>
              <span className="pins">
                {choice.nets.length > 1 ? 'pair' : choice.pins === 1 ? '1 pin' : `${choice.pins ?? 0} pins`}
              </span>
            </li>
          ))}
      </ul>
      {missing.length > 0 && (
        <span id={`${id}-unknown`} className="note">
          Not in the layout: {missing.join(', ')}
        </span>
      )}
    </RowField>
  )
})
