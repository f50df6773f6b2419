import type { BoardBuilder } from '../board/board-builder'
import { counted } from '../counted'
import type { OdbDesignNet } from './odb-design'
import { purposeOf, statementOf } from './odb-net-statement'

/** What the attributes say if they say it of all nets alike. */
const defaults = {
  power: 'call every net a supply',
  ground: 'call every net a ground',
  either: 'call every net a supply or a ground',
  voltage: 'give every net a voltage',
}

/**
 * States what the attributes of nets say about their purposes. An attribute that all nets have alike is a default of
 * the tool, and contradicting attributes say nothing; both get a remark.
 */
export function statePurposes(nets: OdbDesignNet[], board: BoardBuilder): void {
  const found = nets
    .map(({ name, attributes }) => ({ name, net: board.net(name), statement: statementOf(attributes) }))
    .filter(({ net }) => net >= 0)
  const statements = new Set(found.map(({ statement }) => statement))
  const [only = null] = statements
  const isDefault = found.length > 1 && statements.size === 1
  if (isDefault && only !== null && only !== 'both') {
    board.remarks.push(`The attributes ${defaults[only]}, so they are not used.`)
    return
  }
  for (const { name, net, statement } of found) {
    const purpose = purposeOf(name, statement)
    if (purpose !== null) board.state(net, purpose)
    else if (statement === 'voltage') board.giveVoltage(net)
  }
  const both = found.filter(({ statement }) => statement === 'both').length
  if (both > 0) {
    const what = both === 1 ? 'call it' : 'call them'
    board.remarks.push(
      `The attributes of ${counted(both, 'net')} ${what} both a supply and a ground, so they are not used.`,
    )
  }
}
