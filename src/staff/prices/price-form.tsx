import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { mdiDeleteOutline, mdiPlus } from '@mdi/js'
import { useSelector } from '@xstate/react'

import { type FormRow, type PriceForm as Form } from '../../../machines/staff/prices/price-form'
import {
  mostPriceRows,
  priceNameLength,
  priceTextLength,
  type RowKind,
} from '../../../machines/staff/prices/price-plan'
import * as prices from '../../../machines/staff/prices/staff-prices.machine'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { dateAndTime } from '../../ui/time'
import '../../ui/theme/form-recipes'
import { focusFirstMistake, pricesTitle, takeFocus, useFocusAfterwards } from '../staff-focus'
import { TaskButton } from '../task-button'
import { baseText, column, Differences } from './price-versions'

type PartProps = { actor: prices.StaffPricesActor; form: Form }

const titles = { si: 'Signal integrity', pi: 'Power integrity' }

/**
 * The form with which a price version is planned. Its first step contains the values. Its second step compares them
 * with the prices before them, and saves the version.
 */
export function PriceForm({ actor, form }: PartProps) {
  useFocusAfterwards(pricesTitle)
  const comparison = useSelector(actor, prices.comparisonOf)
  const failure = useSelector(actor, prices.pricesFailureOf)
  return (
    <chakra.section
      aria-labelledby="price_form"
      {...column}
      gap="5"
      p="4"
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
    >
      <chakra.h2
        key={comparison ? 'comparison' : 'fields'}
        ref={takeFocus}
        id="price_form"
        tabIndex={-1}
        fontWeight="semibold"
        outline="none"
      >
        {form.planned ? 'Change the planned prices' : 'Plan new prices'}
      </chakra.h2>
      {failure && <ErrorNotice title={failure} text="Your entries are kept." />}
      {comparison ? <Comparison actor={actor} form={form} /> : <Fields actor={actor} form={form} />}
    </chakra.section>
  )
}

function Fields({ actor, form }: PartProps) {
  const mistakes = useSelector(actor, prices.priceMistakesOf)
  return (
    <chakra.form
      display="grid"
      gap="6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'plan.compared', newId: crypto.randomUUID(), now: Date.now() })
        focusFirstMistake(event.currentTarget)
      }}
    >
      <Rows actor={actor} form={form} kind="si" />
      <Rows actor={actor} form={form} kind="pi" />
      <Field.Root required invalid={'turnaround_days' in mistakes} maxW="xs">
        <Field.Label>Delivery time, in business days after payment</Field.Label>
        <Input
          size="sm"
          value={form.days}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          onChange={({ target }) => actor.send({ type: 'days.typed', text: target.value })}
        />
        <Field.ErrorText>{mistakes['turnaround_days']}</Field.ErrorText>
      </Field.Root>
      <Start actor={actor} form={form} />
      {Object.keys(mistakes).length > 0 && (
        <chakra.p role="alert" textStyle="sm" color="error.fg" fontWeight="medium">
          Please correct the marked fields.
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <Button type="submit" size="sm">
          Compare with previous prices
        </Button>
        <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'plan.left' })}>
          Discard
        </Button>
      </chakra.div>
    </chakra.form>
  )
}

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '2',
    alignItems: 'center',
    minH: '8',
    cursor: 'pointer',
    w: 'fit-content',
    '& input': { accentColor: 'primary.solid' },
  },
})

/** Asks when the prices take effect. */
function Start({ actor, form }: PartProps) {
  const mistakes = useSelector(actor, prices.priceMistakesOf)
  const choose = (isAtOnce: boolean) => actor.send({ type: 'start.chosen', isAtOnce, now: Date.now() })
  return (
    <chakra.fieldset display="grid" gap="2" textStyle="sm">
      <chakra.legend fontWeight="medium">When these prices take effect</chakra.legend>
      <Choice>
        <input type="radio" name="start" checked={!form.isAtOnce} onChange={() => choose(false)} />
        On a specific date
      </Choice>
      {!form.isAtOnce && (
        <Field.Root required invalid={'valid_from' in mistakes} maxW="xs" ps="6">
          <Field.Label>Date and time, in your time zone</Field.Label>
          <Input
            size="sm"
            type="datetime-local"
            value={form.from}
            onChange={({ target }) => actor.send({ type: 'start.typed', text: target.value, now: Date.now() })}
          />
          <Field.ErrorText>{mistakes['valid_from']}</Field.ErrorText>
        </Field.Root>
      )}
      <Choice>
        <input type="radio" name="start" checked={form.isAtOnce} onChange={() => choose(true)} />
        Immediately, when saved
      </Choice>
    </chakra.fieldset>
  )
}

function Rows({ actor, form, kind }: PartProps & { kind: RowKind }) {
  const mistakes = useSelector(actor, prices.priceMistakesOf)
  return (
    <chakra.fieldset display="grid" gap="4">
      <chakra.legend textStyle="legend" color="accent.fg" mb="3">
        {titles[kind]}
      </chakra.legend>
      {form[kind].map((row, index) => (
        <Row key={row.key} actor={actor} kind={kind} row={row} field={`${kind}[${index}]`} />
      ))}
      {mistakes[kind] && (
        <chakra.p textStyle="sm" color="error.fg">
          {mistakes[kind]}
        </chakra.p>
      )}
      {form[kind].length < mostPriceRows && (
        <Button
          size="sm"
          variant="outline"
          justifySelf="start"
          data-add=""
          onClick={() => actor.send({ type: 'row.added', of: kind })}
        >
          <Icon path={mdiPlus} />
          {kind === 'si' ? 'Add an interface' : 'Add a type'}
        </Button>
      )}
    </chakra.fieldset>
  )
}

type RowProps = { actor: prices.StaffPricesActor; kind: RowKind; row: FormRow; field: string }

/**
 * A price with its text. The name can be changed only in a new row, because requests refer to the other rows by name.
 */
function Row({ actor, kind, row, field }: RowProps) {
  const mistakes = useSelector(actor, prices.priceMistakesOf)
  const type = (change: Partial<Pick<FormRow, 'name' | 'price' | 'text'>>) =>
    actor.send({ type: 'row.typed', of: kind, key: row.key, change })
  const nameMistake = mistakes[`${field}.name`]
  const priceMistake = mistakes[`${field}.unit_price`]
  const textMistake = mistakes[`${field}.text`]
  return (
    <chakra.div
      role="group"
      aria-label={row.name || 'New row'}
      display="grid"
      alignItems="start"
      gap="3"
      gridTemplateColumns={{
        base: 'minmax(0, 1fr) auto',
        md: '12rem 9rem minmax(0, 1fr) auto',
      }}
      pb="4"
      borderBottomWidth="1px"
    >
      <Field.Root required invalid={nameMistake !== undefined} readOnly={!row.isNew}>
        <Field.Label>Name</Field.Label>
        <Input
          size="sm"
          fontFamily="mono"
          _readOnly={{ bg: 'bg.subtle' }}
          // A row that was just added gets the focus.
          autoFocus={row.isNew && row.name === ''}
          value={row.name}
          maxLength={priceNameLength}
          autoComplete="off"
          onChange={({ target }) => type({ name: target.value })}
        />
        <Field.ErrorText>{nameMistake}</Field.ErrorText>
      </Field.Root>
      <Field.Root
        required
        invalid={priceMistake !== undefined}
        gridRow={{ base: '2', md: 'auto' }}
        gridColumn={{ base: '1 / -1', md: 'auto' }}
      >
        <Field.Label>Price in US dollars</Field.Label>
        <Input
          size="sm"
          value={row.price}
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
          onChange={({ target }) => type({ price: target.value })}
        />
        <Field.ErrorText>{priceMistake}</Field.ErrorText>
      </Field.Root>
      <Field.Root
        required
        invalid={textMistake !== undefined}
        gridRow={{ base: '3', md: 'auto' }}
        gridColumn={{ base: '1 / -1', md: 'auto' }}
      >
        <Field.Label>What the customer gets</Field.Label>
        <Textarea
          size="sm"
          minH="16"
          css={{ fieldSizing: 'content' }}
          value={row.text}
          maxLength={priceTextLength}
          onChange={({ target }) => type({ text: target.value })}
        />
        <Field.ErrorText>{textMistake}</Field.ErrorText>
      </Field.Root>
      <Button
        size="sm"
        variant="ghost"
        colorPalette="gray"
        mt="6"
        px="2"
        gridRow={{ base: '1', md: 'auto' }}
        gridColumn={{ base: '2', md: 'auto' }}
        aria-label={row.name ? `Remove ${row.name}` : 'Remove the new row'}
        title="Remove"
        onClick={({ currentTarget }) => {
          const next = currentTarget.closest('fieldset')?.querySelector<HTMLElement>('[data-add]')
          actor.send({ type: 'row.removed', of: kind, key: row.key })
          next?.focus()
        }}
      >
        <Icon path={mdiDeleteOutline} />
      </Button>
    </chakra.div>
  )
}

function Comparison({ actor, form }: PartProps) {
  const comparison = useSelector(actor, prices.comparisonOf)
  const saving = useSelector(actor, prices.isSavingPrices)
  if (!comparison) return null
  const name = form.isAtOnce ? 'Change the prices now' : form.planned ? 'Save the planned prices' : 'Plan these prices'
  return (
    <>
      <chakra.p textStyle="sm" color="fg.muted">
        {form.isAtOnce ? 'From now on' : `From ${dateAndTime(form.from)}`}, compared with {baseText(comparison.planned)}
        :
      </chakra.p>
      <Differences change={comparison.change} />
      {comparison.undone && (
        <chakra.div
          role="note"
          {...column}
          gap="2"
          colorPalette="warning"
          bg="colorPalette.subtle"
          borderWidth="1px"
          borderColor="colorPalette.border"
          borderRadius="l3"
          p="4"
        >
          <chakra.p textStyle="sm" fontWeight="medium" color="colorPalette.fg">
            The prices planned for {dateAndTime(comparison.undone.from)} will undo the following:
          </chakra.p>
          <Differences change={comparison.undone.change} />
          <chakra.p textStyle="sm">To prevent this, change those planned prices too.</chakra.p>
        </chakra.div>
      )}
      <chakra.p textStyle="sm" color="fg.muted">
        Existing orders keep their prices. Customers who are preparing a request see the change when the prices take
        effect.
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <TaskButton running={saving} onClick={() => actor.send({ type: 'plan.saved' })}>
          {name}
        </TaskButton>
        {!saving && (
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'comparison.left' })}>
            Back to the form
          </Button>
        )}
      </chakra.div>
    </>
  )
}
