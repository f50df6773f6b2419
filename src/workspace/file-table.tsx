import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra } from '@chakra-ui/react/styled-system'

import type { FileType, ProjectFile } from '../../machines/workspace/file-manager.machine'
import { fileSize } from './amounts'
import { lastActivityText } from './time'

type FileTableProps = {
  files: ProjectFile[]
  types: FileType[]
  /** The file whose new type is being saved, with that type. */
  change: { id: string; fileType: string } | null
  disabled: boolean
  onType: (id: string, fileType: string) => void
}

/** Columns that a phone has no room for; the size stands under the name there. */
const wideOnly = { display: { base: 'none', md: 'table-cell' } }

const Cell = chakra('td', { base: { py: '2', px: '3', verticalAlign: 'middle' } })
const Head = chakra('th', { base: { py: '2', px: '3', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted' } })

/** The files of one folder. */
export function FileTable({ files, types, change, disabled, onType }: FileTableProps) {
  return (
    <chakra.div overflowX="auto" borderWidth="1px" borderRadius="l2">
      <chakra.table aria-label="Files" w="full" textStyle="sm" css={{ '& tbody tr': { borderTopWidth: '1px' } }}>
        <chakra.thead bg="bg.subtle">
          <tr>
            <Head scope="col">Name</Head>
            <Head scope="col" textAlign="end" {...wideOnly}>
              Size
            </Head>
            <Head scope="col" minW="36">
              Type
            </Head>
            <Head scope="col" {...wideOnly}>
              Uploaded
            </Head>
          </tr>
        </chakra.thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <Cell overflowWrap="anywhere">
                <chakra.span fontFamily="mono">{file.name}</chakra.span>
                <chakra.span display={{ base: 'block', md: 'none' }} textStyle="xs" color="fg.muted">
                  {fileSize(file.size)}
                </chakra.span>
              </Cell>
              <Cell textStyle="figures" textAlign="end" whiteSpace="nowrap" {...wideOnly}>
                {fileSize(file.size)}
              </Cell>
              <Cell>
                <NativeSelect.Root size="sm" disabled={disabled}>
                  <NativeSelect.Field
                    aria-label={`Type of ${file.name}`}
                    value={change?.id === file.id ? change.fileType : file.fileType}
                    onChange={(event) => onType(file.id, event.target.value)}
                  >
                    {types.map(({ id, name }) => (
                      <option key={id} value={name}>
                        {name}
                      </option>
                    ))}
                  </NativeSelect.Field>
                  <NativeSelect.Indicator />
                </NativeSelect.Root>
              </Cell>
              <Cell whiteSpace="nowrap" color="fg.muted" {...wideOnly}>
                {lastActivityText(file.uploaded_at)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  )
}
