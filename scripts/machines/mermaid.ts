/** docs/machines.md: every machine as a Mermaid state diagram, with what its sources say of it. */
import type { AnyStateMachine, AnyStateNode } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import { actionsOf, type Arrow, arrowsOf, childrenOf, invokedBy, labelOf } from '../../src/inspector/outline'
import { readMachines } from './types'

const opening = `# The machines

<!-- Made by \`npm run machines:docs\` from machines/catalogue.ts. Do not edit. -->

How the product behaves, as it stands in \`machines/\`: each chart is drawn from the code that runs.

## The visualizer

\`npm run machines\` opens all of them in the browser, without a network: UML statecharts to search, move and enlarge. A
click on an event plays a machine through, with its guards and its context; what an invoked actor answers, and a delay that
is over, are events there too. \`npm run machines:export\` writes each definition as JSON to \`reports/machines/\`, or to the
folder named after \`--\`; each machine is plain XState v5, so that Stately's own tools open the sources as they are.

### Live

\`npm run dev\` shows **Inspect machines** in the corner of the app; so does a build whose \`config.json\` says
\`"inspect": true\`. It opens the visualizer on the running app: every machine with its state lit, the events with what they
carried, who sent what to whom, the way back through all that was recorded, a recording as a file, and events sent by hand.
Nothing leaves the browser, and tokens are taken out before anything is shown
([decision](decisions/2026-11-21-inspector.md)). What happened before the click is there too; after a reload of the app the
recording goes on.
`

/** Mermaid's names have no dots, and its labels no colon or semicolon. */
const nameOf = (id: string) => id.replace(/[^A-Za-z0-9]/g, '_')
const textOf = (label: string) =>
  label.replaceAll(':', '#colon;').replaceAll(';', '#59;').replaceAll('#colon#59;', '#58;')

function linesOf(node: AnyStateNode, arrows: Arrow[]): string[] {
  const first = node.type === 'compound' ? node.initial.target[0] : undefined
  return [
    ...(first ? [`[*] --> ${nameOf(first.id)}`] : []),
    ...childrenOf(node).flatMap((child, n) => [
      ...(node.type === 'parallel' && n > 0 ? ['--'] : []),
      ...stateOf(child, arrows),
    ]),
  ]
}

/** A state, what is done in it, and what is in it. */
function stateOf(node: AnyStateNode, arrows: Arrow[]): string[] {
  const name = nameOf(node.id)
  const inner = linesOf(node, arrows)
  const within = [
    ...actionsOf(node.entry).map((action) => `entry / ${action}`),
    ...actionsOf(node.exit).map((action) => `exit / ${action}`),
    ...invokedBy(node).map((actor) => `do / ${actor.name}`),
    ...arrows.filter(({ source, targets }) => source === node.id && targets.length === 0).map(labelOf),
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

/** The chart of one machine. */
export function mermaidOf(machine: AnyStateMachine): string {
  const arrows = arrowsOf(machine)
  const drawn = arrows.flatMap((arrow) => {
    const label = labelOf(arrow)
    return arrow.targets.map(
      (target) => `${nameOf(arrow.source)} --> ${nameOf(target)}${label === '' ? '' : ` : ${textOf(label)}`}`,
    )
  })
  const { root } = machine
  const isPlain =
    root.type === 'compound' && !arrows.some(({ source }) => source === root.id) && root.invoke.length === 0
  const states = isPlain ? linesOf(root, arrows) : stateOf(root, arrows)
  return ['stateDiagram-v2', ...[...states, ...drawn].map((line) => `  ${line}`)].join('\n')
}

/** The whole document. */
export function machinesDocument(): string {
  const readings = readMachines()
  const sections = (Object.entries(catalogue) as [string, AnyStateMachine][]).flatMap(([title, machine]) => {
    const { description = '', file = '' } = readings[title] ?? {}
    return [`## ${title}`, `[\`${file}\`](../${file})`, description, `\`\`\`mermaid\n${mermaidOf(machine)}\n\`\`\``]
  })
  return `${[opening.trim(), ...sections].join('\n\n')}\n`
}
