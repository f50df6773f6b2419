import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'

import { fileSize } from '../../../ui/amounts'
import type { PreviewProps } from '../preview-props'

const style: SystemStyleObject = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  borderWidth: '1px',
  borderRadius: 'l2',
  textStyle: 'sm',
  '& table': { w: 'full' },
  '& thead': { position: 'sticky', top: '0', bg: 'bg.subtle' },
  '& th': { px: '3', py: '2', textAlign: 'start', fontWeight: 'semibold' },
  '& td': { px: '3', py: '1', borderTopWidth: '1px' },
  '& td:first-of-type': { fontFamily: 'mono', overflowWrap: 'anywhere' },
  '& .size': { textStyle: 'figures', textAlign: 'end', whiteSpace: 'nowrap' },
}

/** The list of the files in an archive. */
export function ContentsPreview({ file, content }: PreviewProps) {
  if (content.as !== 'entries') return null
  const { entries, total } = content
  if (total === 0) return <p>This archive contains no files.</p>
  return (
    <>
      <chakra.p mb="3" textStyle="sm" color="fg.muted">
        {total === 1
          ? 'This archive contains 1 file. Download the archive to open it, or upload the unpacked file to preview it here.'
          : `This archive contains ${total.toLocaleString('en-US')} files. Download it to open them, or upload the unpacked files to preview them here.`}
        {total > entries.length && ` The first ${entries.length.toLocaleString('en-US')} are listed.`}
      </chakra.p>
      <chakra.div css={style} tabIndex={0} data-own-arrows="">
        <table aria-label={`Files in ${file.name}`}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col" className="size">
                Size
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ path, size }, index) => (
              <tr key={index}>
                <td>{path}</td>
                <td className="size">{fileSize(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </chakra.div>
    </>
  )
}
