/** Names that people give to files: checked where they come in, and fit for a zip where they go out. */
import { NAME_BYTES, PART_BYTES } from '../../machines/files/file-names'
import { visibleName } from '../http/invisible-characters'

const SHOWN_CHARACTERS = 80

/**
 * The name as it is kept, with its folders in front, separated by "/"; or why there cannot be such a file. Characters
 * that nobody sees and blanks around each part are dropped. Nothing else is changed: a name that could lead elsewhere
 * is refused, so that nobody looks for a file under a name that it does not have.
 */
export function givenName(given: string): { name: string } | { wrong: string } {
  const parts = visibleName(given)
    .normalize('NFC')
    .split('/')
    .map((part) => part.trim())
  const name = parts.join('/')
  if (name === '') return { wrong: 'The file name must not be empty.' }
  const isDrive = parts.length > 1 && /^[a-z]:$/i.test(parts[0] ?? '')
  if (name.includes('\\') || isDrive || parts.some((part) => /^\.*$/.test(part))) {
    return {
      wrong:
        `The file name "${shown(name)}" cannot be used. Folders are separated by "/", as in "gerber/top.gbr"; ` +
        'a name has no "\\", does not begin with "/" or a drive, and no part of it is empty or only dots. ' +
        'Rename the file and upload it again.',
    }
  }
  if (Buffer.byteLength(name) > NAME_BYTES || parts.some((part) => Buffer.byteLength(part) > PART_BYTES)) {
    return {
      wrong:
        `The file name "${shown(name)}" is too long. Each part between "/" may have ${PART_BYTES} bytes in UTF-8, and ` +
        `the whole ${NAME_BYTES}. Rename the file and upload it again.`,
    }
  }
  return { name }
}

const shown = (name: string) => {
  const characters = [...name]
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : name
}

/** The name that a file is saved under: the last part, without its folders. */
export const savedName = (name: string) => visibleName(name).split('/').at(-1) || 'file'

/**
 * Names that unpack side by side on every system: inside the folder where they are unpacked, with none of the characters
 * or names that Windows keeps for itself, no part longer than a file system takes, and a number for a name that is
 * there already, compared without case.
 */
export function archiveNames(names: string[]): string[] {
  const paths = names.map((name) => {
    const parts = name.split(/[\\/]/).filter((part) => !/^[\s.]*$/.test(part))
    return (parts.length > 0 ? parts : ['file']).map(portable)
  })
  // A file must not have the name of a folder either.
  const taken = new Set(paths.flatMap((parts) => parts.slice(1).map((_, index) => keyOf(parts.slice(0, index + 1)))))
  return paths.map((parts) => {
    const folders = parts.slice(0, -1)
    const last = parts.at(-1) ?? ''
    let free = [...folders, last]
    for (let n = 2; taken.has(keyOf(free)); n++) free = [...folders, withNumber(last, n)]
    taken.add(keyOf(free))
    return free.join('/')
  })
}

const keyOf = (parts: string[]) => parts.join('/').toLowerCase()

function portable(part: string): string {
  const plain = visibleName(part)
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/[. ]+$/, '')
  const named = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain || 'file'
  const [stem, extension] = stemAndExtension(named)
  return `${cutTo(PART_BYTES - Buffer.byteLength(extension), stem)}${extension}`
}

function withNumber(part: string, n: number): string {
  const [stem, extension] = stemAndExtension(part)
  const ending = ` (${n})${extension}`
  return `${cutTo(PART_BYTES - Buffer.byteLength(ending), stem)}${ending}`
}

function stemAndExtension(part: string): [stem: string, extension: string] {
  const dot = part.lastIndexOf('.')
  const hasExtension = dot > 0 && Buffer.byteLength(part.slice(dot)) < PART_BYTES / 2
  return hasExtension ? [part.slice(0, dot), part.slice(dot)] : [part, '']
}

/** As many whole characters of a text as go into so many bytes. */
function cutTo(bytes: number, text: string): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let cut = ''
  let left = bytes
  for (const character of text) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    cut += character
  }
  return cut
}
