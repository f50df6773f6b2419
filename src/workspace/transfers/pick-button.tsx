import { Button } from '@chakra-ui/react/button'
import { mdiFolderUploadOutline, mdiTrayArrowUp } from '@mdi/js'
import { useEffect, useRef } from 'react'

import type { Choice } from '../../../machines/transfers/upload-setup'
import { Icon } from '../../ui/icon'
import { pickedFiles } from './chosen-files'
import { handOnChoice } from './file-store'

type PickButtonProps = {
  label: string
  input: string
  folder?: boolean
  /** Whether the button is the main action. Defaults to true, except for a folder button. */
  isPrimary?: boolean
  disabled: boolean
  onChosen: (choice: Choice) => void
}

/** A button that opens the browser's dialog for choosing files. */
export function PickButton({ label, input, folder = false, isPrimary = !folder, disabled, onChosen }: PickButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (picker.current) picker.current.webkitdirectory = folder
  }, [folder])
  return (
    <>
      <Button
        size="sm"
        variant={isPrimary ? 'solid' : 'outline'}
        title={label}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        <Icon path={folder ? mdiFolderUploadOutline : mdiTrayArrowUp} />
        {folder ? <span className="rare">{label}</span> : label}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        disabled={disabled}
        aria-label={input}
        onChange={({ target }) => {
          handOnChoice(Promise.resolve(pickedFiles(target.files)), onChosen)
          target.value = ''
        }}
      />
    </>
  )
}
