import { VisuallyHidden } from '@chakra-ui/react/visually-hidden'
import { mdiClose } from '@mdi/js'
import { shallowEqual, useSelector } from '@xstate/react'
import { useCombobox, useMultipleSelection } from 'downshift'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useContext,
  useId,
  useMemo,
  useState,
} from 'react'

import { netsOf } from '../../../../machines/wizard/board/file-inspection.machine'
import {
  missingNets,
  netChoices,
  type NetChoice,
  type NetUse,
  noNets,
} from '../../../../machines/wizard/rows/net-rules'
import { netText } from '../../../../machines/wizard/board/net-list'
import { endsNet, parseTypedNets } from '../../../../machines/wizard/rows/typed-nets'
import { Icon } from '../../../ui/icon'
import { useAnchoredList } from './anchored-list'
import { LayoutNetsContext, searchIn } from '../layout/layout-nets'
import { type FieldProps, problemId, RowField } from './request-row'

/** Maximum number of choices to show; typing narrows them down. */
const mostChoices = 20

type NetFieldProps = FieldProps<string | string[]> & {
  use: NetUse
  example: string
  /** Whether the field holds only one net instead of a list. Entering another net replaces it. */
  single?: boolean
}

/**
 * Shows net names as chips, with a list of the layout's nets to choose from. Users can type or paste any name; names
 * that are not in the layout are marked. The field is one Tab stop: the arrow keys move from the input to its chips, and
 * Delete or Backspace removes a chip. Typing in another field of the row does not re-render this one.
 */
export const NetField = memo(function NetField({
  name: fieldName,
  label,
  use,
  value,
  example,
  forced = false,
  problem,
  single = false,
  onChange,
}: NetFieldProps) {
  const [query, setQuery] = useState('')
  const [isNear, setNear] = useState(false)
  /** The most recent addition or removal, for screen readers. */
  const [change, setChange] = useState('')
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const id = useId()
  const inspector = useContext(LayoutNetsContext)
  const named = useMemo(() => [value].flat().filter((name) => name !== ''), [value])
  const names = forced ? [] : named
  const missing = useSelector(inspector, (snapshot) => missingNets(named, netsOf(snapshot)), shallowEqual)
  const layout = useSelector(inspector, (snapshot) => (isNear ? netsOf(snapshot) : noNets))
  const choices = useMemo(
    () =>
      netChoices(
        { use, names: named, query },
        layout,
        (words, limit) => searchIn(layout).find(words, limit),
        mostChoices,
      ),
    [use, named, query, layout],
  )

  const namesNow = () => netsOf(inspector.getSnapshot()).nets.map(({ name }) => name)
  const add = (nets: string[]) => {
    setQuery('')
    const [first] = nets
    if (first === undefined) return
    onChange(single ? first : [...new Set([...named, ...nets])], fieldName)
    setChange(`${netText(single ? [first] : nets)} added`)
  }
  const addText = (text: string) => add(text.trim() === '' ? [] : parseTypedNets(text, namesNow()))
  const isEnded = (typed: string) => /[,;]/.test(typed) && endsNet(typed, namesNow())
  const keepOnly = (kept: string[]) => {
    // Backspace in a field without chips is reported, too.
    if (kept.length === names.length) return
    onChange(single ? (kept[0] ?? '') : kept, fieldName)
    setChange(`${netText(named.filter((name) => !kept.includes(name)))} removed`)
  }

  const { getSelectedItemProps, getDropdownProps, setActiveIndex } = useMultipleSelection<string>({
    selectedItems: names,
    onSelectedItemsChange: ({ selectedItems }) => keepOnly(selectedItems),
  })

  const { isOpen, highlightedIndex, getInputProps, getItemProps, getLabelProps, getMenuProps } = useCombobox<NetChoice>(
    {
      items: choices,
      inputValue: query,
      selectedItem: null,
      itemToString: (choice) => choice?.name ?? '',
      onSelectedItemChange: ({ selectedItem }) => add(selectedItem?.nets ?? []),
      stateReducer: (_, { type, changes }) => {
        const { InputKeyDownEnter, ItemClick, InputBlur, InputChange } = useCombobox.stateChangeTypes
        if (type === InputKeyDownEnter || type === ItemClick) return { ...changes, isOpen: false, inputValue: '' }
        // Leaving the field does not select the highlighted choice.
        if (type === InputBlur) return { ...changes, selectedItem: null, inputValue: query }
        if (type === InputChange) {
          const typed = changes.inputValue ?? ''
          if (isEnded(typed)) return { ...changes, isOpen: false, highlightedIndex: -1 }
          // Typing highlights the best match, which Enter selects.
          return { ...changes, highlightedIndex: typed.trim() === '' ? -1 : 0 }
        }
        return changes
      },
    },
  )
  const isShown = isOpen && choices.length > 0
  const anchored = useAnchoredList(isShown)

  const descriptions = [problem !== null && problemId(id), missing.length > 0 && `${id}-unknown`]
    .filter(Boolean)
    .join(' ')
  return (
    <RowField {...getLabelProps()} label={label} fieldId={id} problem={problem}>
      <div
        ref={anchored.field}
        className="nets"
        data-forced={forced || undefined}
        data-invalid={problem !== null || undefined}
        onClick={() => input?.focus()}
      >
        {names.map((name, index) => (
          // Keyed by position, so that the focus stays in the field when the focused chip is removed.
          <span key={index} className="chip" data-missing={missing.includes(name) || undefined}>
            <span>{name}</span>
            <button
              {...getSelectedItemProps({ selectedItem: name, index })}
              // The input is the only Tab stop. Otherwise, Downshift would make the chip that last had the focus a Tab
              // stop, too.
              tabIndex={-1}
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => {
                keepOnly(names.filter((one) => one !== name))
                input?.focus()
              }}
            >
              <Icon path={mdiClose} size="14px" />
            </button>
          </span>
        ))}
        <input
          {...getInputProps(
            getDropdownProps({
              ref: setInput,
              name: fieldName,
              placeholder: names.length === 0 ? example : '',
              readOnly: forced,
              required: names.length === 0,
              autoComplete: 'off',
              'aria-invalid': problem !== null || undefined,
              'aria-describedby': descriptions || undefined,
              ...(forced && { value: netText(named) }),
              // Handled by the input itself, because the combobox would report the change only after rendering the
              // previous text.
              onChange: ({ currentTarget: { value: typed } }: ChangeEvent<HTMLInputElement>) => {
                if (isEnded(typed)) addText(typed)
                else setQuery(typed)
              },
              onFocus: () => {
                setNear(true)
                // The arrow keys start from the input again, not from the chip that had the focus before.
                setActiveIndex(-1)
              },
              onBlur: () => {
                setNear(false)
                addText(query)
              },
              onKeyDown: (event: KeyboardEvent) => {
                if (event.key !== 'Enter' || (isOpen && choices[highlightedIndex])) return
                event.preventDefault()
                addText(query)
              },
              onPaste: (event: ClipboardEvent) => {
                const text = event.clipboardData.getData('text')
                if (!/[,;\t\n\s]/.test(text.trim())) return
                event.preventDefault()
                addText(text)
              },
            }),
          )}
        />
      </div>
      <ul
        // Chrome adds scroll containers to the Tab order, and closing the list would then lose the focus.
        {...getMenuProps({ 'aria-label': 'Nets to choose from', tabIndex: -1, ref: anchored.list })}
        className="choices"
        hidden={!isShown}
      >
        {isShown &&
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
      <VisuallyHidden aria-live="polite">{change}</VisuallyHidden>
      {missing.length > 0 && (
        <span id={`${id}-unknown`} className="note">
          Not in the layout: {netText(missing)}
        </span>
      )}
    </RowField>
  )
})
