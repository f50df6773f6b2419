/** Validates file names from users, and adapts file names for downloads and zips. */
import {
  bytesOf,
  cutTo,
  fileNameKey,
  freeFileName,
  NAME_BYTES,
  PART_BYTES,
  stemAndExtension,
} from '../../machines/files/file-names'
import { visibleName } from '../http/invisible-characters'

const SHOWN_CHARACTERS = 80

/**
 * Returns the name to store, including its folders separated by "/", or the reason why the name is invalid. Invisible
 * characters, and spaces around each part, are removed, and the name is normalized to NFC. Nothing else is changed:
 * unsafe names are refused instead, so that users find their files under the expected names.
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
        `The file name “${shown(name)}” cannot be used. Folders are separated by “/”, as in “gerber/top.gbr”; ` +
        'a name must not contain “\\” or begin with “/” or a drive letter, and no part may be empty or consist only of dots. ' +
        'Rename the file and upload it again.',
    }
  }
  if (bytesOf(name) > NAME_BYTES || parts.some((part) => bytesOf(part) > PART_BYTES)) {
    return {
      wrong:
        `The file name “${shown(name)}” is too long. Each part between “/” may have at most ${PART_BYTES} bytes in UTF-8, and ` +
        `the whole name at most ${NAME_BYTES}. Rename the file and upload it again.`,
    }
  }
  return { name }
}

const shown = (name: string) => {
  const characters = [...name]
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : name
}

/** Returns the name under which a download is saved: the last part of the file's name, without its folders. */
export const savedName = (name: string) => visibleName(name).split('/').at(-1) || 'file'

/**
 * Returns names under which files can be unpacked on every system, and always inside the target folder: characters and
 * names that are reserved on Windows are changed, long parts are shortened, and duplicates (ignoring case) get numbers.
 */
export function archiveNames(names: string[]): string[] {
  const paths = names.map((name) => {
    const parts = name.split(/[\\/]/).filter((part) => !/^[\s.]*$/.test(part))
    return (parts.length > 0 ? parts : ['file']).map(portable)
  })
  // The names of folders are taken, because a file must not have the same name as a folder.
  const taken = new Set(
    paths.flatMap((parts) => parts.slice(1).map((_, index) => fileNameKey(parts.slice(0, index + 1).join('/')))),
  )
  return paths.map((parts) => {
    const given = parts.join('/')
    const name = taken.has(fileNameKey(given)) ? freeFileName(given, taken) : given
    taken.add(fileNameKey(name))
    return name
  })
}

function portable(part: string): string {
  const plain = visibleName(part)
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/[. ]+$/, '')
  const named = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain || 'file'
  const [stem, extension] = stemAndExtension(named)
  return `${cutTo(PART_BYTES - bytesOf(extension), stem)}${extension}`
}
