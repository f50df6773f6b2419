import { type Arrow, labelOf } from '../outline'
import { internalArrows, isFrame, type Outline, type StateOutline } from '../states'

/** Mermaid names cannot contain dots, and labels cannot contain colons or semicolons. */
const nameOf = (id: string) => id.replace(/[^A-Za-z0-9]/g, '_')
const textOf = (label: string) =>
  label.replaceAll(':', '#colon;').replaceAll(';', '#59;').replaceAll('#colon#59;', '#58;')

function linesOf(node: StateOutline, arrows: Arrow[]): string[] {
  return [
    ...(node.initial === null ? [] : [`[*] --> ${nameOf(node.initial)}`]),
    ...node.states.flatMap((child, n) => [
      ...(node.type === 'parallel' && n > 0 ? ['--'] : []),
      ...stateOf(child, arrows),
    ]),
  ]
}

/** Returns the lines for a state with its actions and its child states. */
function stateOf(node: StateOutline, arrows: Arrow[]): string[] {
  const name = nameOf(node.id)
  const inner = linesOf(node, arrows)
  const within = [
    ...node.entry.map((action) => `entry / ${action}`),
    ...node.exit.map((action) => `exit / ${action}`),
    ...node.invokes.map((actor) => `do / ${actor}`),
    ...internalArrows(node, arrows).map(([, arrow]) => labelOf(arrow)),
  ]
  if (inner.length > 0) {
    const notes = within.map((line) => `  ${textOf(line)}`)
    return [
      `state "${node.key}" as ${name} {`,
      ...inner.map((line) => `  ${line}`),
      '}',
      ...(notes.length > 0 ? [`note right of ${name}`, ...notes, 'end note'] : []),
    ]
  }
  const lines = within.length > 0 ? within.map((line) => `${name} : ${textOf(line)}`) : []
  return [`state "${node.key}" as ${name}`, ...lines, ...(node.type === 'final' ? [`${name} --> [*]`] : [])]
}

export function mermaidOf(outline: Outline): string {
  const { root, arrows } = outline
  const drawn = arrows.flatMap((arrow) => {
    const label = labelOf(arrow)
    return arrow.targets.map(
      (target) => `${nameOf(arrow.source)} --> ${nameOf(target)}${label === '' ? '' : ` : ${textOf(label)}`}`,
    )
  })
  const states = isFrame(outline) ? linesOf(root, arrows) : stateOf(root, arrows)
  return ['stateDiagram-v2', ...[...states, ...drawn].map((line) => `  ${line}`)].join('\n')
}
