import { chakra } from '@chakra-ui/react/styled-system'
import { type DragEvent, type ReactNode, useState } from 'react'

import type { Choice } from '../../../machines/transfers/upload-setup'
import { droppedFiles } from './chosen-files'
import { handOnChoice } from './file-store'

type DropZoneProps = {
  active: boolean
  /** Shown while files are dragged over the zone. */
  text?: string
  onFiles: (choice: Choice) => void
  children: ReactNode
}

const intoInputs = 'Drop files and folders to upload them to Inputs'

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Accepts files and folders dropped anywhere inside it. */
export function DropZone({ active, text = intoInputs, onFiles, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  return (
    <chakra.div
      position="relative"
      display="flex"
      flexDirection="column"
      gap="4"
      h="full"
      onDragEnter={(event) => active && holdsFiles(event) && setOver(true)}
      onDragOver={(event) => {
        // Without this, the browser would leave the page and open the file.
        event.preventDefault()
        event.dataTransfer.dropEffect = active ? 'copy' : 'none'
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!active || !holdsFiles(event)) return
        handOnChoice(droppedFiles(event.dataTransfer), onFiles)
      }}
    >
      {children}
      {over && (
        <chakra.div
          position="absolute"
          inset="0"
          zIndex="1"
          display="grid"
          placeItems="center"
          pointerEvents="none"
          borderWidth="2px"
          borderStyle="dashed"
          borderColor="primary.solid"
          borderRadius="l3"
          bg="bg.panel/90"
          fontWeight="semibold"
          color="primary.fg"
        >
          {text}
        </chakra.div>
      )}
    </chakra.div>
  )
}
