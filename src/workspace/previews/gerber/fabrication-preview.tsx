import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'

import { addressOf, viewIn } from '../../../../machines/previews/board/board-address'
import { fabricationAddress, partsIn } from '../../../../machines/previews/gerber/fabrication-address'
import type { PreviewContent } from '../../../../machines/previews/file-preview.machine'
import type { FabricationBoard, FabricationPicture } from '../../../formats/gerber/gerber-renderer'
import { PageSpinner } from '../../../ui/page-spinner'
import { PartChoice } from '../part-choice'
import { usePreviewAddress } from '../preview-address'
import { type PreviewProps, wholeOf } from '../preview-props'
import { useContentView } from '../use-content-view'
import { drawFabrication } from './draw-fabrication'
import type { Shown } from './fabrication-drawing'
import { FabricationView } from './fabrication-view'

/**
 * The preview of Gerber and drill files: one layer or, for a zip or a set of files, both sides of every board in it,
 * each layer, and all layers on top of each other. It lists what is missing, so that an incomplete picture does not
 * look complete.
 */
export function FabricationPreview({ file: { name }, content, onUnreadable }: PreviewProps) {
  const address = usePreviewAddress()
  const [opened] = useState(() => address?.view ?? '')
  const view = useContentView(
    ({ report }, signal) => drawFabrication(filesOf(name, content), { signal, onProgress: report }),
    onUnreadable,
    partsIn(opened),
  )
  // The view of the last picture, which is also the initial view of the next one.
  const [last, setLast] = useState(() => (opened === '' ? null : addressOf(viewIn(opened))))
  const set = view.content
  const [chosenBoard = 0, chosen = 0] = view.chosen
  // The URL can refer to a board or a picture that the file does not have. In this case, the first one is shown.
  const board = set?.boards[chosenBoard] ?? set?.boards[0]
  const choices = board ? choicesOf(board) : []
  const shown = choices[chosen] ?? choices[0]
  if (!set || !board || !shown) {
    return <PageSpinner text={`Drawing the layers... ${Math.floor(view.progress * 100)}%`} />
  }
  const choose = (level: number, index: number) => {
    const first = level === 0 ? null : firstViewOf(choices[index] ?? shown, last ?? '')
    setLast(first)
    view.choose(level, index)
    address?.onView(fabricationAddress(level === 0 ? [index] : [chosenBoard, index], first ?? ''))
  }
  const remarks = [...board.notes, ...(set.failures.length > 0 ? [`Not drawn: ${set.failures.join('; ')}`] : [])]
  return (
    <>
      {set.boards.length > 1 && (
        <PartChoice
          label="Boards"
          names={set.boards.map(({ name: own }, index) => own || `Board ${index + 1}`)}
          chosen={set.boards.indexOf(board)}
          onChoose={(index) => choose(0, index)}
        />
      )}
      {choices.length > 1 && (
        <PartChoice
          label="Layers"
          names={labelsOf(choices)}
          chosen={choices.indexOf(shown)}
          onChoose={(index) => choose(1, index)}
        />
      )}
      {remarks.length > 0 && (
        <chakra.div role="status" textStyle="sm" color="fg.muted" mb="2" maxH="24" overflow="auto" tabIndex={0}>
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </chakra.div>
      )}
      <chakra.p textStyle="sm" color="fg.muted" mb="2" overflowWrap="anywhere">
        {titleOf(shown)}
      </chakra.p>
      <FabricationView
        key={`${chosenBoard} ${chosen}`}
        name={name}
        shown={shown}
        view={last ?? firstViewOf(shown, '')}
        onView={(part) => {
          setLast(part)
          address?.onView(fabricationAddress(view.chosen, part))
        }}
      />
    </>
  )
}

const filesOf = (name: string, content: PreviewContent) =>
  content.as === 'files' ? content.files : [{ name, content: wholeOf(content) }]

function choicesOf({ sides, layers }: FabricationBoard): Shown[] {
  const single = (picture: FabricationPicture): Shown => ({ ...picture, pictures: [picture], areLayers: false })
  const all = { title: 'All layers', role: 'All layers', pictures: layers, areLayers: true }
  return [...sides.map(single), ...layers.map(single), ...(layers.length > 1 ? [all] : [])]
}

/** The view of a picture that is selected after another one. A side of the board is initially shown from that side. */
function firstViewOf({ areLayers, pictures: [picture] }: Shown, before: string): string {
  const isSide = !areLayers && picture?.color === null
  return isSide ? addressOf({ ...viewIn(before), isFlipped: picture.isFromBelow }) : before
}

/** Layers are labeled by role. Layers of the same role, and files of unknown role, are labeled by their file name. */
const labelsOf = (choices: Shown[]) =>
  choices.map(({ role, title }) =>
    role !== 'Drawing' && choices.filter((other) => other.role === role).length === 1 ? role : title,
  )

function titleOf({ title, role, pictures: [picture], areLayers }: Shown): string {
  if (areLayers || !picture) return title
  const name = role === `${title} side` ? title : `${role} · ${title}`
  return `${name} · ${length(picture.size.width)} × ${length(picture.size.height)} mm`
}

const length = (mm: number) => mm.toLocaleString('en-US', { maximumFractionDigits: 2 })
