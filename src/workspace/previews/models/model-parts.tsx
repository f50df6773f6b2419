import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'

import type { AmiBranch } from '../../../formats/models/ami'
import type { IbisModel } from '../../../formats/models/ibis'
import type { SpiceSummary } from '../../../formats/models/spice'
import { PartChoice } from '../part-choice'
import { CurveChart } from './curve-chart'

const scroller: SystemStyleObject = { flex: '1', minH: '0', overflow: 'auto' }

type ModelCurvesProps = { models: IbisModel[]; chosen: number[]; onChoose: (level: number, index: number) => void }

/** The curves of one model. In `chosen`, the model is at index 1 and the curve at index 2. */
export function ModelCurves({ models, chosen: [, model = 0, curve = 0], onChoose }: ModelCurvesProps) {
  const shown = models[model]
  const drawn = shown?.curves[curve]
  return (
    <chakra.div css={scroller} tabIndex={0}>
      <PartChoice
        label="Models"
        names={models.map(({ name, type }) => (type ? `${name} (${type})` : name))}
        chosen={model}
        onChoose={(index) => onChoose(1, index)}
      />
      <PartChoice
        label="Curves"
        names={shown?.curves.map(({ title }) => title) ?? []}
        chosen={curve}
        onChoose={(index) => onChoose(2, index)}
      />
      {drawn && <CurveChart curve={drawn} />}
    </chakra.div>
  )
}

const tree: SystemStyleObject = {
  ...scroller,
  fontFamily: 'mono',
  fontSize: '13px',
  '& ul ul': { ps: '5', borderInlineStartWidth: '1px', ms: '1' },
  '& summary': { cursor: 'pointer', fontWeight: 'semibold' },
  '& li': { py: '0.5', overflowWrap: 'anywhere' },
  '& .values': { color: 'fg.muted', whiteSpace: 'pre-wrap' },
}

/** The parameters of an algorithmic model as a tree. */
export const ModelParameters = ({ root }: { root: AmiBranch }) => (
  <chakra.div css={tree} tabIndex={0}>
    <ul aria-label="Parameters">
      <Branch branch={root} />
    </ul>
  </chakra.div>
)

function Branch({ branch: { name, values, branches } }: { branch: AmiBranch }) {
  const text = values.length > 0 && <span className="values"> {values.join(' ')}</span>
  if (branches.length === 0) {
    return (
      <li>
        {name}
        {text}
      </li>
    )
  }
  return (
    <li>
      <details open>
        <summary>
          {name}
          {text}
        </summary>
        <ul>
          {branches.map((branch, index) => (
            <Branch key={index} branch={branch} />
          ))}
        </ul>
      </details>
    </li>
  )
}

const table: SystemStyleObject = {
  ...scroller,
  textStyle: 'sm',
  '& table': { w: 'full' },
  '& th': { textAlign: 'start', fontWeight: 'semibold' },
  '& td, & th': { px: '2', py: '1', borderBottomWidth: '1px', overflowWrap: 'anywhere', verticalAlign: 'top' },
  '& td': { fontFamily: 'mono', fontSize: '13px' },
}

/** Describes the included files and the encrypted blocks of a netlist, in full sentences. */
export function summaryRemarks({ includes, encrypted }: SpiceSummary): string[] {
  return [
    ...(includes.length > 0 ? [`Requires these included files: ${includes.join(', ')}.`] : []),
    ...(encrypted.length > 0
      ? [
          `Encrypted parts cannot be read. They begin at these lines: ${encrypted.slice(0, 10).join(', ')}${encrypted.length > 10 ? ', …' : ''}.`,
        ]
      : []),
  ]
}

/** The subcircuits of a netlist and their ports, in the order in which they must be connected. */
export const Subcircuits = ({ summary }: { summary: SpiceSummary }) => (
  <chakra.div css={table} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Subcircuit</th>
          <th scope="col">Ports</th>
          <th scope="col">Line</th>
        </tr>
      </thead>
      <tbody>
        {summary.subcircuits.map(({ name, ports, line }) => (
          <tr key={line}>
            <td>{name}</td>
            <td>{ports.join(' ')}</td>
            <td>{line}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </chakra.div>
)
