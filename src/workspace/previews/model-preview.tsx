import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'

import type { Heading } from '../../formats/headings'
import { askFormats } from '../readers/read-formats'
import type { PreviewProps } from './preview-props'
import { TextPreview } from './text/text-preview'

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

/** The preview of an IBIS model or SPICE netlist: its text, with an outline for navigation. */
export function ModelPreview(props: PreviewProps) {
  const { file, content } = props
  const [headings, setHeadings] = useState<Heading[]>([])
  const [goal, setGoal] = useState<{ line: number } | null>(null)

  useEffect(() => {
    if (content.as !== 'whole') return
    const stop = new AbortController()
    askFormats('headings', { file: { name: file.name, content: content.bytes } }, stop.signal).then(setHeadings, () => {
      // The text is shown even without its outline.
    })
    return () => stop.abort()
  }, [file.name, content])

  const text = <TextPreview {...props} goal={goal} />
  if (headings.length === 0) return text
  return (
    <chakra.div css={layout}>
      <nav aria-label="Outline" data-own-arrows="">
        <ul>
          {headings.map(({ line, level, text: title }) => (
            <li key={line}>
              <button type="button" data-level={level} onClick={() => setGoal({ line })}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <chakra.div minW="0" minH="0" display="flex" flexDirection="column">
        {text}
      </chakra.div>
    </chakra.div>
  )
}
