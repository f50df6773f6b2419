import type { BoardBuilder } from '../board/board-builder'
import { counted } from '../counted'
import type { OdbDesignNet } from './odb-design'
import { purposeOf, statementOf } from './odb-net-statement'

/** The words with which a remark describes a statement that all nets share. */
const defaults = {
  power: 'mark every net as a supply',
  ground: 'mark every net as a ground',
  either: 'mark every net as a supply or a ground',
  voltage: 'give every net a voltage',
}

/**
 * Reads the purposes of nets from their attributes. A statement that all nets share is a default of the tool, so it is
 * ignored, as are contradictory attributes. Both get a remark.
 */
export function statePurposes(nets: OdbDesignNet[], board: BoardBuilder): void {
  const found = nets
    .map(({ name, attributes }) => ({ name, net: board.net(name), statement: statementOf(attributes) }))
    .filter(({ net }) => net >= 0)
  const statements = new Set(found.map(({ statement }) => statement))
  const [only = null] = statements
  const isDefault = found.length > 1 && statements.size === 1
  if (isDefault && only !== null && only !== 'both') {
    board.remarks.push(
      `The attributes ${defaults[only]}, which is probably a default of the design tool, so they are not used.`,
    )
    return
  }
  for (const { name, net, statement } of found) {
    const purpose = purposeOf(name, statement)
    if (purpose !== null) board.state(net, purpose)
    else if (statement === 'voltage') board.giveVoltage(net)
  }
  const both = found.filter(({ statement }) => statement === 'both').length
  if (both > 0) {
    const what = both === 1 ? 'mark it' : 'mark them'
    board.remarks.push(
      `The attributes of ${counted(both, 'net')} ${what} as both a supply and a ground, so they are not used.`,
    )
  }
}
