import { Field } from '@chakra-ui/react/field'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiClose } from '@mdi/js'
import { useCombobox } from 'downshift'
import { useContext, useId, useMemo, useState } from 'react'

import {
  missingNets,
  netChoices,
  type NetChoice,
  netsIn,
  netText,
  type NetUse,
  withNets,
  withoutNet,
} from '../../machines/workspace/net-rules'
import { parsePastedNets } from '../formats/pasted-nets'
import { Icon } from '../ui/icon'
import { LayoutNetsContext } from './layout-nets'

/** So many are offered at a time; whoever wants another types a letter of it. */
const mostChoices = 60

type NetFieldProps = {
  label: string
  use: NetUse
  /** The names as the row keeps them. */
  value: string
  example: string
  /** The row's interface or type fills the field in by itself. */
  forced?: boolean
  /** One net replaces the other instead of standing beside it. */
  single?: boolean
  onChange: (value: string) => void
}

/**
 * Names of nets as chips, with a list of the layout's nets to choose from. Anything can be typed or pasted; a name that
 * the layout does not have is marked.
 */
export function NetField({ label, use, value, example, forced = false, single = false, onChange }: NetFieldProps) {
  const { layout, search } = useContext(LayoutNetsContext)
  const [query, setQuery] = useState('')
  const [isNear, setNear] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const helpId = useId()
  const names = forced ? [] : netsIn(value)
  const missing = useMemo(() => new Set(missingNets(value, layout)), [value, layout])
  const choices = useMemo(
    () =>
      isNear
        ? netChoices({ use, text: value, query }, layout, (words, limit) => search.find(words, limit), mostChoices)
        : [],
    [isNear, use, value, query, layout, search],
  )

  const add = (nets: string[]) => {
    setQuery('')
    if (nets.length > 0) onChange(single ? netText(nets.slice(0, 1)) : withNets(value, nets))
  }
  const addText = (text: string) => {
    const { known, unknown } = parsePastedNets(
      text,
      layout.nets.map(({ name }) => name),
    )
    add([...known, ...unknown])
  }

  const { isOpen, highlightedIndex, getInputProps, getItemProps, getLabelProps, getMenuProps } = useCombobox<NetChoice>(
    {
      items: choices,
      inputValue: query,
      selectedItem: null,
      itemToString: (choice) => choice?.name ?? '',
      onInputValueChange: ({ inputValue }) => {
        // A comma ends a name, as it does in the list that it becomes.
        if (/[,;]/.test(inputValue)) addText(inputValue)
        else setQuery(inputValue)
      },
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

  return (
    <Field.Root required readOnly={forced} position="relative">
      <Field.Label {...getLabelProps()}>
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="1"
        w="full"
        minH="10"
        px="1.5"
        py="1"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="l2"
        bg={forced ? 'bg.muted' : 'bg.panel'}
        fontFamily="mono"
        textStyle="sm"
        _focusWithin={{ outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '0' }}
        onClick={() => input?.focus()}
      >
        {names.map((name) => (
          <Chip
            key={name}
            name={name}
            isMissing={missing.has(name)}
            onRemove={() => {
              onChange(withoutNet(value, name))
              input?.focus()
            }}
          />
        ))}
        <chakra.input
          {...getInputProps({
            ref: setInput,
            placeholder: names.length === 0 ? example : '',
            readOnly: forced,
            required: true,
            'aria-describedby': missing.size > 0 ? helpId : undefined,
            ...(forced && { value }),
            onFocus: () => setNear(true),
            onBlur: () => {
              setNear(false)
              addText(query)
            },
            onKeyDown: (event) => {
              const last = names.at(-1)
              if (event.key === 'Backspace' && query === '' && last !== undefined) onChange(withoutNet(value, last))
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
          flex="1"
          minW="20"
          h="7"
          px="1"
          bg="transparent"
          outline="none"
        />
      </chakra.div>
      <chakra.ul
        {...getMenuProps({ 'aria-label': 'Nets to choose from' })}
        hidden={!isOpen || choices.length === 0}
        position="absolute"
        top="calc(100% + 4px)"
        insetStart="0"
        zIndex="popover"
        w="full"
        minW="56"
        maxH="64"
        overflowY="auto"
        p="1"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="l2"
        boxShadow="lg"
        textStyle="sm"
      >
        {isOpen &&
          choices.map((choice, index) => (
            <chakra.li
              key={`${choice.nets.length}-${choice.name}`}
              {...getItemProps({ item: choice, index })}
              display="flex"
              gap="2"
              px="2"
              py="1.5"
              borderRadius="l1"
              cursor="pointer"
              bg={highlightedIndex === index ? 'bg.muted' : 'transparent'}
            >
              <chakra.span flex="1" minW="0" fontFamily="mono" overflowWrap="anywhere">
                {choice.name}
              </chakra.span>
              <chakra.span color="fg.muted" flexShrink="0">
                {choice.nets.length > 1 ? 'pair' : choice.pins === 1 ? '1 pin' : `${choice.pins ?? 0} pins`}
              </chakra.span>
            </chakra.li>
          ))}
      </chakra.ul>
      {missing.size > 0 && (
        <Field.HelperText id={helpId} color="warning.fg">
          Not in the layout: {[...missing].join(', ')}
        </Field.HelperText>
      )}
    </Field.Root>
  )
}

function Chip({ name, isMissing, onRemove }: { name: string; isMissing: boolean; onRemove: () => void }) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      maxW="full"
      ps="2"
      borderRadius="l1"
      borderWidth="1px"
      colorPalette={isMissing ? 'warning' : 'primary'}
      borderColor="colorPalette.border"
      bg="colorPalette.subtle"
      color="colorPalette.fg"
    >
      <chakra.span overflowWrap="anywhere">{name}</chakra.span>
      <chakra.button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        display="grid"
        placeItems="center"
        boxSize="6"
        cursor="button"
        focusVisibleRing="inside"
      >
        <Icon path={mdiClose} size="14px" />
      </chakra.button>
    </chakra.span>
  )
}
