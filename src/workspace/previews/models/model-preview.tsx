import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { memo, useDeferredValue, useState } from 'react'

import type { Heading } from '../../../formats/headings'
import type { ModelContents } from '../../../formats/models/model-contents'
import { askFormats } from '../../readers/read-formats'
import { PartChoice } from '../part-choice'
import { type PreviewProps, wholeOf } from '../preview-props'
import { PreviewAddressContext } from '../preview-address'
import { TextPreview } from '../text/text-preview'
import { useContentView } from '../use-content-view'
import { ModelCurves, ModelParameters, Subcircuits, summaryRemarks } from './model-parts'

const layout: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'grid',
  gap: '4',
  gridTemplateColumns: { base: '1fr', lg: '260px minmax(0, 1fr)' },
  gridTemplateRows: { base: 'minmax(0, 180px) minmax(0, 1fr)', lg: 'minmax(0, 1fr)' },
  '& nav': { overflow: 'auto', borderWidth: '1px', borderRadius: 'l2', p: '2' },
  '& nav button': {
    w: 'full',
    px: '2',
    py: '1',
    fontSize: '13px',
    fontFamily: 'mono',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    borderRadius: 'l1',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
  },
  // The browser lays out and draws only the entries in view.
  '& nav li': { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 28px' },
  '& nav [data-level="2"]': { ps: '5' },
  '& nav [data-level="3"]': { ps: '8' },
}

const unlisted: SystemStyleObject = { flex: '1', minH: '0', display: 'flex', flexDirection: 'column' }

/**
 * The preview of a model file: its text with an outline, and the data in it, such as curves. The text is shown even if
 * the data cannot be read.
 */
export function ModelPreview(props: PreviewProps) {
  const { file, content } = props
  const view = useContentView<ModelContents>(
    (_, signal) => askFormats('model', { file: { name: file.name, content: wholeOf(content) } }, signal),
    ignore,
  )
  const { headings, models, summary, parameters } = view.content ?? nothing
  const parts = [
    'Text',
    ...(models.length > 0 ? ['Curves'] : []),
    ...(summary && summary.subcircuits.length > 0 ? ['Subcircuits'] : []),
    ...(parameters ? ['Parameters'] : []),
  ]
  const [chosen = 0] = view.chosen
  const part = parts[chosen]
  return (
    <>
      {parts.length > 1 && (
        <PartChoice label="Contents" names={parts} chosen={chosen} onChoose={(index) => view.choose(0, index)} />
      )}
      {summary &&
        summaryRemarks(summary).map((remark) => (
          <chakra.p key={remark} role="status" textStyle="sm" color="fg.muted" mb="2">
            {remark}
          </chakra.p>
        ))}
      {part === 'Curves' && <ModelCurves models={models} chosen={view.chosen} onChoose={view.choose} />}
      {part === 'Subcircuits' && summary && <Subcircuits summary={summary} />}
      {part === 'Parameters' && parameters && <ModelParameters root={parameters} />}
      {part === 'Text' && <OutlinedText {...props} headings={headings} />}
    </>
  )
}

const ignore = () => {}
const nothing: ModelContents = { headings: [], models: [], summary: null, parameters: null }

function OutlinedText({ headings, ...props }: PreviewProps & { headings: Heading[] }) {
  const [goal, setGoal] = useState<{ line: number } | null>(null)
  // Thousands of headings are rendered without blocking the page.
  const shown = useDeferredValue(headings, noHeadings)
  return (
    <chakra.div css={shown.length > 0 ? layout : unlisted}>
      {shown.length > 0 && <Outline headings={shown} onChoose={setGoal} />}
      <chakra.div key="text" flex="1" minW="0" minH="0" display="flex" flexDirection="column">
        {/* A link to a line would open the first part of the model, so its lines are not put into the address. */}
        <PreviewAddressContext value={null}>
          <TextPreview {...props} goal={goal} />
        </PreviewAddressContext>
      </chakra.div>
    </chakra.div>
  )
}

const noHeadings: Heading[] = []

type OutlineProps = { headings: Heading[]; onChoose: (goal: { line: number }) => void }

const Outline = memo(function Outline({ headings, onChoose }: OutlineProps) {
  return (
    <nav aria-label="Outline" data-own-arrows="">
      <ul>
        {headings.map(({ line, level, text }) => (
          <li key={line}>
            <button type="button" data-level={level} onClick={() => onChoose({ line })}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
})
