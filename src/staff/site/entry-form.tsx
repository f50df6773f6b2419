import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import { plainTags } from '../../../machines/lib/plain-html'
import { newsPictures } from '../../../machines/site/site-news'
import {
  type EntryFields,
  entryFields,
  type EntryForm as Form,
  type EntryKind,
} from '../../../machines/staff/site/entry-form'
import * as entries from '../../../machines/staff/site/staff-entries.machine'
import { ErrorNotice } from '../../ui/notices/notices'
import '../../ui/theme/form-recipes'
import { column } from '../prices/price-versions'
import { entriesTitle, focusFirstMistake, takeFocus, useFocusAfterwards } from '../staff-focus'
import { TaskButton } from '../task-button'

/** Renders an entry as the home page does. */
export type ShownEntry = (kind: EntryKind, fields: EntryFields) => ReactNode

type EntryFormProps = { actor: entries.StaffEntriesActor; kind: EntryKind; form: Form; shown: ShownEntry }

const names = { news: 'news', publication: 'a publication' }

/**
 * Edits an entry: first its fields, then a preview that shows it as the home page does. It can be saved from the preview.
 */
export function EntryForm({ actor, kind, form, shown }: EntryFormProps) {
  useFocusAfterwards(entriesTitle[kind])
  const preview = useSelector(actor, entries.entryPreviewOf)
  const failure = useSelector(actor, entries.entryFailureOf)
  const title = `entry_${kind}`
  return (
    <chakra.section aria-labelledby={title} {...column} gap="5" p="4" borderWidth="1px" borderRadius="l3" bg="bg.panel">
      <chakra.h3
        key={preview ? 'preview' : 'fields'}
        ref={takeFocus}
        id={title}
        tabIndex={-1}
        fontWeight="semibold"
        outline="none"
      >
        {form.version === null ? `Add ${names[kind]}` : `Edit ${names[kind]}`}
      </chakra.h3>
      {failure && <ErrorNotice title={failure} text="Your entries are kept." />}
      {preview ? (
        <Preview actor={actor} kind={kind} form={form} shown={shown} preview={preview} />
      ) : (
        <Fields actor={actor} kind={kind} form={form} shown={shown} />
      )}
    </chakra.section>
  )
}

function Fields({ actor, kind, form, shown }: EntryFormProps) {
  const mistakes = useSelector(actor, entries.entryMistakesOf)
  const stored = useSelector(actor, entries.storedEntryOf)
  const loading = useSelector(actor, entries.isPreviewLoading)
  return (
    <chakra.form
      display="grid"
      gap="5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'preview.requested' })
        focusFirstMistake(event.currentTarget)
      }}
    >
      {stored && (
        <chakra.div
          role="note"
          {...column}
          gap="3"
          colorPalette="warning"
          bg="colorPalette.subtle"
          borderWidth="1px"
          borderColor="colorPalette.border"
          borderRadius="l3"
          p="4"
        >
          <chakra.p textStyle="sm" fontWeight="medium" color="colorPalette.fg">
            {stored.by ?? 'Someone else'} has changed this since you opened it. The saved version is below; saving
            replaces it with yours.
          </chakra.p>
          {shown(kind, stored.fields)}
        </chakra.div>
      )}
      {Object.keys(entryFields[kind]).map((field) => (
        <EntryField key={field} actor={actor} kind={kind} form={form} field={field} />
      ))}
      {Object.keys(mistakes).length > 0 && (
        <chakra.p role="alert" textStyle="sm" color="error.fg" fontWeight="medium">
          Please correct the marked fields.
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <TaskButton type="submit" running={loading}>
          Preview
        </TaskButton>
        {!loading && (
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'entry.left' })}>
            Discard
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  )
}

/** The help texts of the fields. */
const help: Record<EntryKind, Partial<Record<string, string>>> = {
  news: {
    date: 'One or more days, such as 19-21 August 2025. The news item with the latest date comes first.',
    content: `All HTML elements except these are removed: ${plainTags.join(', ')}.`,
  },
  publication: {
    authors: 'Separated by commas.',
    url: 'Optional.',
    place: 'The first three are always visible. The others appear after a click on “Explore more”.',
  },
}

type FieldProps = Omit<EntryFormProps, 'shown'> & { field: string }

function EntryField({ actor, kind, form, field }: FieldProps) {
  const mistake = useSelector(actor, (snapshot) => entries.entryMistakesOf(snapshot)[field])
  const busy = useSelector(actor, entries.isPreviewLoading)
  const { label = '', isOptional = false } = entryFields[kind][field] ?? {}
  const value = form.fields[field] ?? ''
  const type = (text: string) => actor.send({ type: 'field.typed', field, text })
  if (field === 'image') return <Pictures label={label} value={value} onChoose={type} />
  return (
    <Field.Root
      required={!isOptional}
      readOnly={busy}
      invalid={mistake !== undefined}
      maxW={field === 'date' || field === 'place' ? 'xs' : undefined}
    >
      <Field.Label>{label}</Field.Label>
      {field === 'content' ? (
        <Textarea
          size="sm"
          minH="48"
          fontFamily="mono"
          css={{ fieldSizing: 'content' }}
          spellCheck
          value={value}
          onChange={({ target }) => type(target.value)}
        />
      ) : (
        <Input size="sm" autoComplete="off" value={value} onChange={({ target }) => type(target.value)} />
      )}
      {help[kind][field] && <Field.HelperText>{help[kind][field]}</Field.HelperText>}
      <Field.ErrorText>{mistake}</Field.ErrorText>
    </Field.Root>
  )
}

type PicturesProps = { label: string; value: string; onChoose: (path: string) => void }

const Pictures = ({ label, value, onChoose }: PicturesProps) => (
  <chakra.fieldset textStyle="sm">
    <chakra.legend fontWeight="medium" mb="2">
      {label}
    </chakra.legend>
    <chakra.div display="flex" flexWrap="wrap" gap="4">
      {newsPictures.map(({ path, name }) => (
        <chakra.label
          key={path}
          display="grid"
          gap="1"
          cursor="pointer"
          css={{
            '& img': { w: '36', aspectRatio: '2', borderRadius: 'l2' },
            '& input': { accentColor: 'primary.solid' },
          }}
        >
          <img src={path} alt="" />
          <chakra.span display="flex" alignItems="center" gap="2" minH="8">
            <input type="radio" name="picture" checked={path === value} onChange={() => onChoose(path)} />
            {name}
          </chakra.span>
        </chakra.label>
      ))}
    </chakra.div>
  </chakra.fieldset>
)

type PreviewProps = EntryFormProps & { preview: entries.EntryPreview }

function Preview({ actor, kind, form, shown, preview }: PreviewProps) {
  const saving = useSelector(actor, entries.isEntryBeingSaved)
  const publishes = useSelector(actor, entries.isEntryPublished)
  const save = (published: boolean) => actor.send({ type: 'entry.saved', published })
  return (
    <>
      <chakra.p textStyle="sm" color="fg.muted">
        This is how the home page shows it:
      </chakra.p>
      {shown(kind, preview.fields)}
      {preview.removed && (
        <chakra.p role="note" textStyle="sm" color="warning.fg" fontWeight="medium">
          The text was changed: elements that are not allowed were removed, or the HTML was corrected.
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        {(!saving || publishes) && (
          <TaskButton running={saving} onClick={() => save(true)}>
            {form.published ? 'Publish the changes' : 'Publish'}
          </TaskButton>
        )}
        {(!saving || !publishes) && (
          <TaskButton variant="outline" running={saving} onClick={() => save(false)}>
            {form.published ? 'Save and unpublish' : 'Save as a draft'}
          </TaskButton>
        )}
        {!saving && (
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'preview.left' })}>
            Back to the form
          </Button>
        )}
      </chakra.div>
    </>
  )
}
