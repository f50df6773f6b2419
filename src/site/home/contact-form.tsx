import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { Link as StyledLink } from '@chakra-ui/react/link'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { mdiCheckCircleOutline } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'

import {
  contactFields,
  type ContactField,
  type ContactFormActor,
  draftOf,
  contactFailureOf,
  isContactBusy,
  isContactDraft,
  isMissing,
  isSent,
  unsentOf,
} from '../../../machines/site/contact-form.machine'
import { contact } from '../../content/site'
import { readDraft } from '../../session/drafts/drafts'
import { useDraft } from '../../session/drafts/use-draft'
import '../../ui/theme/form-recipes'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { takeHeldPress } from './early-submit'
import { useSite } from './site-services'

/** A native checkbox in the theme's colors. */
const Checkbox = chakra('input', {
  base: {
    appearance: 'none',
    display: 'grid',
    placeContent: 'center',
    flexShrink: '0',
    boxSize: '5',
    mt: '0.5',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'sm',
    bg: 'bg.panel',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _invalid: { borderColor: 'border.error' },
    _checked: { bg: 'primary.solid', borderColor: 'primary.solid' },
    _before: {
      content: '""',
      boxSize: '3',
      bg: 'primary.contrast',
      clipPath: 'polygon(14% 44%, 0 65%, 45% 100%, 100% 16%, 82% 0, 42% 68%)',
      scale: '0',
      '@media (forced-colors: active)': { bg: 'CanvasText', forcedColorAdjust: 'none' },
    },
    '&:checked::before': { scale: '1' },
    // The box stays small, but the touch target extends beyond it.
    '@media (pointer: coarse)': {
      boxSize: '6',
      position: 'relative',
      _after: { content: '""', position: 'absolute', inset: '-2.5' },
    },
  },
})

/** The contact form. Its input is kept until the message has been sent. */
export function ContactForm() {
  const { machines, notify } = useSite()
  const form = useActorRef(machines.contactForm)
  const element = useRef<HTMLFormElement>(null)
  const busy = useSelector(form, isContactBusy)
  const sent = useSelector(form, isSent)
  const failure = useSelector(form, contactFailureOf)
  const { acceptsTerms } = useSelector(form, draftOf)
  const termsMissing = useSelector(form, (snapshot) => isMissing(snapshot, 'acceptsTerms'))

  useDraft('contact', form, unsentOf)
  useEffect(() => {
    let shown = new AbortController()
    const notices = form.on('notice', ({ text }) => {
      shown.abort()
      if (text === null) return
      shown = new AbortController()
      notify(text, 'error', shown.signal)
      // Focuses the first invalid field. Deferred until the fields are rendered as invalid.
      setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    })
    return () => notices.unsubscribe()
  }, [form, notify])
  useEffect(() => {
    if (!element.current) return
    // The prerendered form is empty, but the user may have typed into it before hydration.
    const typed = readFields(element.current)
    const draft = readDraft('contact', isContactDraft)
    if (draft) form.send({ type: 'draft.restored', draft })
    form.send({ type: 'form.hydrated', typed, pressed: takeHeldPress(element.current) })
  }, [form])

  return (
    <chakra.form
      ref={element}
      // Without JavaScript, or if the form's code does not load in time, the browser submits the form itself. POST
      // keeps the input out of the URL.
      method="post"
      action="/api/v1/contact/form"
      data-holds-press=""
      css={{ '&[data-held] [type=submit]': { layerStyle: 'disabled' } }}
      aria-labelledby="id_contact_title"
      display="grid"
      gap="6"
      p={{ base: '5', md: '8' }}
      borderWidth="1px"
      borderRadius="xl"
      bg="bg.panel"
      boxShadow="xs"
      onSubmit={(event) => {
        event.preventDefault()
        form.send({ type: 'form.submitted' })
      }}
    >
      <chakra.div display="grid" gap="6" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        <TextField form={form} field="name" autoComplete="name" maxLength={200} />
        <TextField form={form} field="email" autoComplete="email" maxLength={254} />
      </chakra.div>
      <TextField form={form} field="message" autoComplete="off" maxLength={5000} />
      <chakra.div display="flex" alignItems="flex-start" gap="3">
        <Checkbox
          type="checkbox"
          id="contact_terms"
          name="acceptsTerms"
          aria-required="true"
          aria-invalid={termsMissing}
          checked={acceptsTerms}
          disabled={busy}
          onChange={({ target }) => form.send({ type: 'terms.changed', accepted: target.checked })}
        />
        <chakra.label htmlFor="contact_terms" textStyle="sm" color={termsMissing ? 'fg.error' : 'fg.muted'}>
          I accept the{' '}
          <StyledLink asChild variant="underline">
            <Link to="/terms">terms of service</Link>
          </StyledLink>{' '}
          and the{' '}
          <StyledLink asChild variant="underline">
            <Link to="/privacy">privacy policy</Link>
          </StyledLink>
        </chakra.label>
      </chakra.div>
      {failure && <ErrorNotice title={failure} text={contact.kept} />}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4">
        <Button type="submit" size="lg" aria-disabled={busy} minW="40">
          {busy ? contact.sending : contact.send}
        </Button>
        <chakra.p role="status" display="flex" alignItems="center" gap="2" color="success.fg" fontWeight="medium">
          {sent && (
            <>
              <Icon path={mdiCheckCircleOutline} size="22px" />
              Your message has been sent successfully!
            </>
          )}
        </chakra.p>
      </chakra.div>
    </chakra.form>
  )
}

/** The values typed into the form before hydration. */
function readFields(form: HTMLFormElement) {
  const data = new FormData(form)
  const texts = contactFields.flatMap((field) => {
    const value = data.get(field)
    return typeof value === 'string' && value !== '' ? [[field, value] as const] : []
  })
  return { ...Object.fromEntries(texts), ...(data.has('acceptsTerms') && { acceptsTerms: true }) }
}

type TextFieldProps = { form: ContactFormActor; field: ContactField; autoComplete: string; maxLength: number }

function TextField({ form, field, autoComplete, maxLength }: TextFieldProps) {
  const value = useSelector(form, (snapshot) => draftOf(snapshot)[field])
  const missing = useSelector(form, (snapshot) => isMissing(snapshot, field))
  const busy = useSelector(form, isContactBusy)
  const { label, missing: hint } = contact.fields[field]
  const props = {
    name: field,
    value,
    autoComplete,
    maxLength,
    readOnly: busy,
    'aria-required': true,
    onChange: ({ target }: { target: { value: string } }) =>
      form.send({ type: 'field.changed', field, value: target.value }),
  } as const
  return (
    <Field.Root invalid={missing}>
      <Field.Label>{label}</Field.Label>
      {field === 'message' ? (
        <Textarea {...props} rows={5} />
      ) : (
        <Input {...props} type={field === 'email' ? 'email' : 'text'} />
      )}
      <Field.ErrorText>{hint}</Field.ErrorText>
    </Field.Root>
  )
}
