import type { StateOutline } from '../states'
import { compositeStates, type Folding } from './folding'

/** Buttons that collapse and expand all states of a chart; nothing if no state can be collapsed. */
export function FoldButtons({ root, folded, onFolded }: Folding & { root: StateOutline }) {
  const composite = compositeStates(root).map(({ id }) => id)
  const others = folded.filter((id) => !composite.includes(id))
  if (composite.length === 0) return null
  return (
    <div className="tools" role="group" aria-label="Inner states">
      <button type="button" onClick={() => onFolded([...others, ...composite])}>
        Collapse all
      </button>
      <button type="button" disabled={others.length === folded.length} onClick={() => onFolded(others)}>
        Expand all
      </button>
    </div>
  )
}
