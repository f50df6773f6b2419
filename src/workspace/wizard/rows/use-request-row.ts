import { shallowEqual, useSelector } from '@xstate/react'

import { forcedFields, isBlank, rowName } from '../../../../machines/wizard/request-rules'
import * as request from '../../../../machines/wizard/request-selectors'
import { missingText } from './request-row'

type Row<Field extends string> = Record<Field, string | string[]> & ({ interface: string } | { type: string })

/** The props that signal and power integrity rows have in common, for the row itself and for its fields. */
export function useRequestRow(actor: request.SimulationRequestActor, kind: 'si' | 'pi', rowId: number, index: number) {
  const checked = useSelector(actor, request.showsProblemsOf)
  const refused = useSelector(actor, (snapshot) => request.refusedAt(snapshot, kind, rowId), shallowEqual)
  const onChange = (value: string | string[], name: string) =>
    actor.send({ type: `${kind}.changed`, rowId, fields: { [name]: value } })
  return {
    rowProps: {
      rowId,
      checked,
      name: rowName(kind, index + 1),
      onDuplicate: () => actor.send({ type: `${kind}.duplicated`, rowId }),
      onRemove: () => actor.send({ type: `${kind}.removed`, rowId }),
    },
    /** Returns a function that creates the props of a field of the row. */
    fieldsOf: <Field extends string, Values extends Row<NoInfer<Field>>>(
      row: Values,
      mistakes: Partial<Record<Field, string>>,
    ) => {
      const forced = forcedFields(row)
      return <Name extends Field>(name: Name, label: string) => ({
        name,
        label,
        onChange,
        value: row[name],
        forced: name in forced,
        problem: refused[name] ?? mistakes[name] ?? (checked && isBlank(row[name]) ? missingText(label) : null),
      })
    },
  }
}
