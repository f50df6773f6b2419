/** Names that people give to files: made harmless where they come in, and fit for a zip where they go out. */

const MAX_NAME = 255

// Controls end lines in headers and lists; the bidirectional marks make "gpj.exe" read as "exe.jpg".
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The name alone, without folders, controls or surrounding blanks. Null when nothing is left or it is too long. */
export function cleanFileName(given: string): string | null {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const name = last.replace(unseen, '').normalize('NFC').trim()
  return name === '' || /^\.+$/.test(name) || [...name].length > MAX_NAME ? null : name
}

/**
 * Names that unpack side by side on every system: no folders, none of the characters or names that Windows keeps for
 * itself, and a number for a name that is there already, compared without case.
 */
export function archiveNames(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const safe = portable(name)
    const dot = safe.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let free = safe
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${extension}`
    taken.add(free.toLowerCase())
    return free
  })
}

function portable(name: string): string {
  const plain = (cleanFileName(name) ?? 'file').replace(/[<>:"|?*]/g, '_').replace(/[. ]+$/, '')
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain || 'file'
}
