import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'

import { BusyButton } from '../../ui/busy-button'
import { budgetSentences } from '../../../machines/wizard/rows/budget-use'
import * as budget from '../../../machines/requests/project-budget.machine'
import { ErrorNotice } from '../../ui/notices/notices'
import '../../ui/theme/form-recipes'
import { useRequestMachines } from './machines'

type ProjectBudgetProps = {
  projectId: string
  /** Whether the user may set the budget. */
  mayChange: boolean
}

/** The budget of a project, and how much of it is used. Members see it only if there is one. */
export function ProjectBudget({ projectId, mayChange }: ProjectBudgetProps) {
  const [input] = useState({ projectId })
  const actor = useActorRef(useRequestMachines().projectBudget, { input })
  const known = useSelector(actor, budget.budgetOf)
  const failed = useSelector(actor, budget.hasBudgetFailed)
  const failure = useSelector(actor, budget.budgetFailureOf)
  const open = useSelector(actor, budget.isBudgetOpen)
  const changeable = useSelector(actor, budget.canChangeBudget)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = open
  }, [open])
  if (failed && failure) return <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'budget.retry' })} />
  if (!known || (known.budget === null && !mayChange)) return null
  return (
    <chakra.section
      aria-labelledby="project_budget"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      mb="5"
      p="4"
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
      textStyle="sm"
    >
      <chakra.div flex="1 1 280px">
        <chakra.h2 id="project_budget" fontWeight="semibold">
          Budget
        </chakra.h2>
        {budgetSentences(known).map((sentence, at) => (
          <chakra.p key={sentence} {...(at > 0 && { color: 'warning.fg', fontWeight: 'medium' })}>
            {sentence}
          </chakra.p>
        ))}
      </chakra.div>
      {open ? (
        <BudgetForm actor={actor} />
      ) : (
        mayChange && (
          <Button
            ref={button}
            size="sm"
            variant="outline"
            aria-disabled={!changeable}
            onClick={() => actor.send({ type: 'budget.begun' })}
          >
            {known.budget === null ? 'Set a budget' : 'Change the budget'}
          </Button>
        )
      )}
    </chakra.section>
  )
}

/** A ref callback that focuses the field, because the button that had the focus is gone. */
const takeFocus = (field: HTMLElement | null) => field?.focus()

function BudgetForm({ actor }: { actor: budget.ProjectBudgetActor }) {
  const text = useSelector(actor, budget.budgetTextOf)
  const mistake = useSelector(actor, budget.budgetMistakeOf)
  const failure = useSelector(actor, budget.budgetFailureOf)
  const saving = useSelector(actor, budget.isSavingBudget)
  return (
    <chakra.form
      aria-label="Budget of the project"
      display="grid"
      gap="4"
      w="full"
      noValidate
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape' && !nativeEvent.isComposing) actor.send({ type: 'budget.left' })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'budget.saved' })
      }}
    >
      <Field.Root invalid={mistake !== null} maxW="xs">
        <Field.Label>Budget in US dollars</Field.Label>
        <Input
          ref={takeFocus}
          size="sm"
          inputMode="numeric"
          maxLength={14}
          autoComplete="off"
          value={text}
          readOnly={saving}
          onChange={({ target }) => actor.send({ type: 'budget.typed', text: target.value })}
        />
        <Field.HelperText>
          Orders that would exceed the budget, tax included, are refused. Leave the field empty for no budget. Members
          can see who changed the budget.
        </Field.HelperText>
        <Field.ErrorText>{mistake}</Field.ErrorText>
      </Field.Root>
      {failure && <ErrorNotice title={failure} text="Your entry is kept." />}
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <BusyButton type="submit" size="sm" busy={saving}>
          Save the budget
        </BusyButton>
        {!saving && (
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'budget.left' })}>
            Discard
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  )
}
