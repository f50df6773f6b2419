/**
 * The operator's commands with a server running. The embedded database refuses them (tests/server/operations.test.ts).
 */
import { expect, onTestFinished, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { runOperator } from '../../support/operator'
import { apiOf } from '../../support/projects'
import { startTestStack } from '../../support/stack'
import { expected, formOf } from '../caller'

type Schemas = components['schemas']

const hasPostgres = process.env['TEST_DATABASE_URL'] !== undefined

test.skipIf(!hasPostgres)(
  'a request is started by a command, and its customer sees it',
  async () => {
    const stack = await startTestStack()
    onTestFinished(() => stack.stop())
    const customer = await apiOf(stack, 'user')
    const { id: uid } = expected(await customer.call<Schemas['User']>('GET', '/v1/users/me'), 200)
    const project = await customer.makeProject('Camera')
    const form = formOf({ uid, uname: 'user' }, { 'board.kicad_pcb': '(kicad_pcb)' })
    const [layout] = expected(
      await customer.call<Schemas['File'][]>('POST', `/v1/projects/${project.id}/files`, { form }),
      201,
    )
    const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
    const files = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
    const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
    const { id, url } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
    const read = async () =>
      expected(await customer.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
    const { number, status } = await read()
    expect(status).toBe('paid')

    const settings = { DATA_DIR: stack.config.dataDir, DATABASE_URL: stack.config.databaseUrl ?? '' }
    expect(await runOperator(settings, 'list')).toContain(number)
    expect(await runOperator(settings, 'start', number)).toContain('in progress')
    expect((await read()).status).toBe('in progress')
    const { notices } = expected(await customer.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200)
    expect(notices).toContainEqual(expect.objectContaining({ request_id: id, detail: 'in progress' }))
  },
  90_000,
)
