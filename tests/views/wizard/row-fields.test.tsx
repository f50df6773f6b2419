// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { RowChoice, RowText } from '../../../src/workspace/wizard/rows/request-row'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const show = (problem: string | null) =>
  renderWorkspace(
    <>
      <RowText
        {...{ name: 'target_impedance', label: 'Target impedance', value: '', example: '50 mOhm', problem }}
        normalize={(text) => text}
        onChange={() => {}}
      />
      <RowChoice
        {...{ name: 'type', label: 'Type', value: '', placeholder: 'Choose a type', problem }}
        options={[{ value: 'PowerAC', name: 'PowerAC' }]}
        onChange={() => {}}
      />
    </>,
    machinesOver({}),
  )
const fields = () => [screen.getByRole('textbox', { name: /^Target impedance/ }), screen.getByRole('combobox')]

test('a field with a problem is invalid and described by the problem', () => {
  show('This value is missing.')
  for (const field of fields()) {
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('This value is missing.')
  }
})

test('a field without a problem has no description', () => {
  show(null)
  for (const field of fields()) {
    expect(field).not.toHaveAttribute('aria-invalid')
    expect(field).not.toHaveAttribute('aria-describedby')
  }
})
