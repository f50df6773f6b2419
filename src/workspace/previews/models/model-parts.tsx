import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

import { requiredFilesText } from '../../../../machines/previews/required-files'
import type { AmiBranch } from '../../../formats/models/ami'
import type { IbisModel } from '../../../formats/models/ibis'
import type { SpiceSummary } from '../../../formats/models/spice'
import { PartChoice } from '../part-choice'
import { useContentView } from '../use-content-view'
import { CurveChart } from './curve-chart'
import { useRequiredFiles } from './required-files-machines'

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

/** One or more sentences above a model. */
const Remark = ({ children }: { children: ReactNode }) => (
  <chakra.p role="status" textStyle="sm" color="fg.muted" mb="2">
    {children}
  </chakra.p>
)

type RequiredFilesProps = { includes: string[]; projectId: string | null }

/** The files that a netlist includes, and which of them the project does not have, as soon as its files are listed. */
export function RequiredFiles({ includes, projectId }: RequiredFilesProps) {
  const { missingInProject } = useRequiredFiles()
  // If the files of the project cannot be listed, the text does not say which files are missing.
  const { content: missing } = useContentView<string[] | null>(
    async (_, signal) => (projectId === null ? null : missingInProject(projectId, includes, signal)),
    () => {},
  )
  return <Remark>{requiredFilesText(includes, missing)}</Remark>
}

/** The lines at which the encrypted blocks of a netlist begin. */
export const EncryptedParts = ({ lines }: { lines: number[] }) => (
  <Remark>
    Encrypted parts cannot be read. {lines.length === 1 ? 'One begins at line' : 'They begin at lines'}{' '}
    {lines.slice(0, 10).join(', ')}
    {lines.length > 10 && ', …'}.
  </Remark>
)

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
