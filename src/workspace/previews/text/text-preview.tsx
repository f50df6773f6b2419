import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { foldAll, unfoldAll } from '@codemirror/language'
import { openSearchPanel } from '@codemirror/search'
import type { EditorView } from '@codemirror/view'
import { mdiMagnify, mdiUnfoldLessHorizontal, mdiUnfoldMoreHorizontal } from '@mdi/js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { numberedAddress, numberInAddress } from '../../../../machines/previews/numbered-address'
import { extensionOf } from '../../../../machines/previews/preview-kinds'
import { Icon } from '../../../ui/icon'
import { readableJson } from './readable-json'
import { usePreviewAddress } from '../preview-address'
import type { PreviewProps } from '../preview-props'
import { languageOf } from './text-languages'
import { showLine, showText } from './text-view'
import { lazyPart } from '../../../ui/loading/lazy-part'

const LongText = lazyPart(() => import('./long-text').then((it) => it.LongText))

/** The line to scroll to. A new object scrolls again, even to the same line. */
type Goal = { line: number }

/** Text with syntax highlighting, folding, line numbers and search. Long text is read in parts. */
export function TextPreview({ file, content, onBroken, goal = null }: PreviewProps & { goal?: Goal | null }) {
  if (content.as === 'parts') return <LongText fileId={file.id} content={content} onBroken={onBroken} />
  if (content.as !== 'whole') return null
  return <WholeText name={file.name} bytes={content.bytes} onBroken={onBroken} goal={goal} />
}

type WholeTextProps = { name: string; bytes: Blob; onBroken: (reason: string) => void; goal: Goal | null }

function WholeText({ name, bytes, onBroken, goal }: WholeTextProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const [folds, setFolds] = useState(false)
  const [isTooDeep, setTooDeep] = useState(false)

  const address = usePreviewAddress()
  const [first] = useState(() => numberInAddress('line', address?.view ?? ''))

  const tellBroken = useEffectEvent(onBroken)
  const tellLine = useEffectEvent((line: number) => address?.onView(numberedAddress('line', line)))
  useEffect(() => {
    let current = true
    const extension = extensionOf(name)
    const show = async () => {
      const [text, language] = await Promise.all([bytes.text(), languageOf(extension)])
      if (!current || !host.current) return
      const readable = extension === 'json' ? readableJson(text) : text
      // Text that cannot be formatted is not highlighted or folded either.
      const shown = readable === null ? null : language
      view.current = showText(host.current, {
        text: readable ?? text,
        language: shown?.support ?? [],
        name,
        onLine: (line) => tellLine(line),
      })
      if (first !== null) showLine(view.current, first)
      setFolds(shown?.folds ?? false)
      setTooDeep(readable === null)
    }
    show().catch((error: unknown) => {
      if (!current) return
      console.error('The text could not be shown.', error)
      tellBroken('its text could not be read')
    })
    return () => {
      current = false
      view.current?.destroy()
      view.current = null
    }
  }, [name, bytes, first])

  useEffect(() => {
    if (goal && view.current) showLine(view.current, goal.line)
  }, [goal])

  const act = (command: (view: EditorView) => boolean) => {
    if (view.current) command(view.current)
  }

  return (
    <>
      {isTooDeep && (
        <chakra.p role="status" mb="3" textStyle="sm" color="fg.muted">
          The content of this file is nested too deeply to be formatted. It is shown as is.
        </chakra.p>
      )}
      <chakra.div display="flex" gap="2" mb="3">
        <Button size="sm" variant="outline" onClick={() => act(openSearchPanel)}>
          <Icon path={mdiMagnify} />
          Search in file
        </Button>
        {folds && (
          <>
            <Button size="sm" variant="outline" onClick={() => act(foldAll)}>
              <Icon path={mdiUnfoldLessHorizontal} />
              Fold all
            </Button>
            <Button size="sm" variant="outline" onClick={() => act(unfoldAll)}>
              <Icon path={mdiUnfoldMoreHorizontal} />
              Unfold all
            </Button>
          </>
        )}
      </chakra.div>
      <chakra.div
        ref={host}
        flex="1"
        minH="0"
        overflow="hidden"
        borderWidth="1px"
        borderRadius="l2"
        data-own-arrows=""
      />
    </>
  )
}
