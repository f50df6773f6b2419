import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

import { touchTarget } from '../../ui/theme/recipes'
import { pageClick } from '../../ui/page-click'
import type { FilePlace } from './file-place'

type FileLinkProps = { place: FilePlace; fileId: string; view?: string; children: ReactNode }

/** A link that opens a file of a request at a view of its preview. */
export const FileLink = ({ place, fileId, view = '', children }: FileLinkProps) => (
  <chakra.a
    href={place.hrefOf(fileId, view)}
    onClick={pageClick(() => place.onOpen(fileId, view))}
    textDecoration="underline"
    overflowWrap="anywhere"
    focusVisibleRing="outside"
    css={touchTarget}
  >
    {children}
  </chakra.a>
)
