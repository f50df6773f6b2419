import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'

import type { Heading } from '../../../formats/models/model-headings'
import type { ModelContents } from '../../../formats/models/model-contents'
import { askFormats } from '../../readers/read-formats'
import { PartChoice } from '../part-choice'
import { type PreviewProps, wholeOf } from '../preview-props'
import { PreviewAddressContext } from '../preview-address'
import { TextPreview } from '../text/text-preview'
import { useContentView } from '../use-content-view'
import { EncryptedParts, ModelCurves, ModelParameters, RequiredFiles, Subcircuits } from './model-parts'

/** The height of a heading of one line, in pixels. */
const headingHeight = 28

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
      {summary && summary.includes.length > 0 && (
        <RequiredFiles includes={summary.includes} projectId={file.id ? file.project_id : null} />
      )}
      {summary && summary.encrypted.length > 0 && <EncryptedParts lines={summary.encrypted} />}
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
  return (
    <chakra.div css={headings.length > 0 ? layout : unlisted}>
      {headings.length > 0 && <Outline headings={headings} onChoose={setGoal} />}
      <chakra.div key="text" flex="1" minW="0" minH="0" display="flex" flexDirection="column">
        {/* A link to a line would open the first part of the model, so line numbers are not put into the URL. */}
        <PreviewAddressContext value={null}>
          <TextPreview {...props} goal={goal} />
        </PreviewAddressContext>
      </chakra.div>
    </chakra.div>
  )
}

type OutlineProps = { headings: Heading[]; onChoose: (goal: { line: number }) => void }

/** The headings as buttons that scroll the text. Only the visible ones are rendered: a file can have thousands. */
function Outline({ headings, onChoose }: OutlineProps) {
  'use no memo'
  const frame = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual returns functions that must not be memoized, so the component opts out.
  const rows = useVirtualizer({
    count: headings.length,
    getScrollElement: () => frame.current,
    estimateSize: () => headingHeight,
    overscan: 12,
  })
  return (
    <nav ref={frame} aria-label="Outline" data-own-arrows="">
      <chakra.ul position="relative" style={{ height: `${rows.getTotalSize()}px` }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const heading = headings[index]
          return (
            heading && (
              <chakra.li
                key={heading.line}
                ref={rows.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={headings.length}
                position="absolute"
                insetX="0"
                style={{ top: `${start}px` }}
              >
                <button type="button" data-level={heading.level} onClick={() => onChoose({ line: heading.line })}>
                  {heading.text}
                </button>
              </chakra.li>
            )
          )
        })}
      </chakra.ul>
    </nav>
  )
}
