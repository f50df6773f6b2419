import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { shallowEqual, useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'

import {
  type BillingField,
  billingLabels,
  billingLengths,
  taxedRegion,
} from '../../../../machines/wizard/billing/billing'
import { countryCodes, countryName } from '../../../../machines/wizard/billing/countries'
import * as request from '../../../../machines/wizard/request-selectors'
import { Notice } from '../request-notices'
import { SelectField } from './select-field'

const countries = countryCodes
  .map((value) => ({ value, name: countryName(value) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'))

const filledIn: Record<BillingField, string> = {
  company: 'billing organization',
  address_1: 'billing address-line1',
  address_2: 'billing address-line2',
  postal_code: 'billing postal-code',
  city: 'billing address-level2',
  region: 'billing address-level1',
  country: 'billing country',
  tax_id: 'off',
}

/** The billing details in step 4. They are optional, except the country and the region if the tax depends on them. */
export function BillingFields({ actor }: { actor: request.SimulationRequestActor }) {
  const details = useSelector(actor, request.billingOf)
  const mistakes = useSelector(actor, request.billingMistakesOf, shallowEqual)
  const failed = useSelector(actor, request.hasBillingFailed)
  const busy = useSelector(actor, request.isWizardBusy)
  const rates = useSelector(actor, (snapshot) => request.pricesOf(snapshot).tax_rates)
  const refusals = useSelector(actor, request.billingRefusalsOf)
  const example = taxedRegion(rates ?? [], details.country)
  const isTaxed = rates !== undefined

  const part = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (refusals === 0 || !part.current) return
    part.current.open = true
    part.current.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  const change = (field: BillingField) => (value: string) =>
    actor.send({ type: 'billing.changed', fields: { [field]: value } })
  /** A field. If `needed` is given, the field is required, and `needed` is shown below it. */
  const field = (name: BillingField, needed?: string) => (
    <Field.Root disabled={busy} required={needed !== undefined} invalid={mistakes[name] !== undefined}>
      <Field.Label>
        {billingLabels[name]}
        <Field.RequiredIndicator />
      </Field.Label>
      <Input
        value={details[name]}
        maxLength={billingLengths[name]}
        autoComplete={filledIn[name]}
        onChange={({ target }) => change(name)(target.value)}
      />
      {needed && !mistakes[name] && <Field.HelperText>{needed}</Field.HelperText>}
      <Field.ErrorText>{mistakes[name]}</Field.ErrorText>
    </Field.Root>
  )

  return (
    <chakra.details
      ref={part}
      open={isTaxed || undefined}
      maxW="2xl"
      css={{ '& > summary': { cursor: 'pointer', w: 'fit-content', py: '2', fontWeight: 'medium' } }}
    >
      <summary>{isTaxed ? 'Billing details' : 'Billing details (optional)'}</summary>
      <Stack gap="4" pt="2">
        <chakra.p textStyle="sm" color="fg.muted">
          They appear on the invoice and are remembered for your next request.
          {isTaxed && ' The tax depends on the country.'}
        </chakra.p>
        {failed && (
          <Notice
            role="status"
            palette="warning"
            title="Your billing details could not be loaded."
            lines={[
              isTaxed
                ? 'Enter them below, or load them again.'
                : 'Enter them below, or leave the fields empty to use those of your last request.',
            ]}
          >
            <Button size="sm" variant="outline" bg="bg.panel" onClick={() => actor.send({ type: 'billing.retry' })}>
              Load them again
            </Button>
          </Notice>
        )}
        {field('company')}
        {field('address_1')}
        {field('address_2')}
        <Pair>
          {field('postal_code')}
          {field('city')}
        </Pair>
        <Pair>
          <SelectField
            label={billingLabels.country}
            required={isTaxed}
            value={details.country}
            options={countries}
            placeholder="Choose a country"
            disabled={busy}
            mistake={mistakes.country}
            autoComplete={filledIn.country}
            onChange={change('country')}
          />
          {field('region', example === null ? undefined : `Enter its code, such as ${example}. The tax depends on it.`)}
        </Pair>
        {field('tax_id')}
      </Stack>
    </chakra.details>
  )
}

const Pair = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: '4' },
})
