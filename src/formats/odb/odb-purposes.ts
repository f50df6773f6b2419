import type { BoardBuilder } from '../board/board-builder'
import { counted } from './odb-counted'
import type { OdbDesignNet } from './odb-design'
import { purposeOf } from './odb-net-purpose'

/**
 * States the purposes of nets that their attributes name. An attribute that all nets have alike is a default of the
 * tool, and contradicting attributes say nothing; both get a remark.
 */
export function statePurposes(nets: OdbDesignNet[], board: BoardBuilder): void {
  const found = nets
    .filter(({ name }) => board.net(name) >= 0)
    .map(({ name, attributes }) => ({ net: board.net(name), purpose: purposeOf(name, attributes) }))
  const purposes = new Set(found.map(({ purpose }) => purpose))
  const [only] = purposes
  const isDefault = found.length > 1 && purposes.size === 1
  if (isDefault && (only === 'power' || only === 'ground')) {
    const what = only === 'power' ? 'supply' : 'ground'
    board.remarks.push(`The attributes call every net a ${what}, so they are not used.`)
    return
  }
  for (const { net, purpose } of found) if (purpose === 'power' || purpose === 'ground') board.state(net, purpose)
  const both = found.filter(({ purpose }) => purpose === 'both').length
  if (both > 0) {
    const what = both === 1 ? 'call it' : 'call them'
    board.remarks.push(
      `The attributes of ${counted(both, 'net')} ${what} both a supply and a ground, so they are not used.`,
    )
  }
}
