import type { OdbFiles } from './odb-archive'
import { readBlocks } from './odb-blocks'

/** An attribute with its value as text; null for a flag without a value. */
export type OdbAttribute = [name: string, value: string | null]

/** The definitions of attributes, by name. Each has a kind and, if the kind is OPTION, a list of options. */
export type OdbDefinitions = Map<string, { kind: string; options: string[] }>

/** Reads the definitions of attributes, which are in `misc/sysattr`, `misc/sysattr.*` and `misc/userattr`. */
export function readDefinitions(files: OdbFiles): OdbDefinitions {
  const definitions: OdbDefinitions = new Map()
  const names = files.namesIn('misc').map((file) => file.replace(/\.(?:gz|z)$/, ''))
  for (const name of new Set(names)) {
    if (!/^(?:sysattr(?:\.\w+)?|userattr)$/.test(name)) continue
    for (const { kind, fields } of readBlocks(files.text(`misc/${name}`) ?? '')) {
      const options = (fields.get('OPTIONS') ?? '').split(';').map((option) => option.trim())
      definitions.set((fields.get('NAME') ?? '').toLowerCase(), { kind: kind.toUpperCase(), options })
    }
  }
  return definitions
}

/** The two tables to which the records of a file refer by number: names of attributes and text strings. */
export class OdbAttributeTable {
  readonly #names = new Map<string, string>()
  readonly #texts = new Map<string, string>()

  constructor(private readonly definitions: OdbDefinitions) {}

  /** Adds the entry in a line such as `#@0 .net_type` or `#&0 POWER` to its table. Returns false for any other line. */
  take(line: string): boolean {
    const [, table, number = '', text = ''] = /^#?([@&])(\d{1,9})\s+(.+)$/.exec(line) ?? []
    if (table === undefined) return false
    if (table === '@') this.#names.set(number, text.trim())
    else this.#texts.set(number, text.trim())
    return true
  }

  /** The attributes in a list such as `0=2,3`. An attribute is left out if its name or its value is not found. */
  in(list: string): OdbAttribute[] {
    return list.split(',').flatMap((part): OdbAttribute[] => {
      const [number = '', value] = part.trim().split('=')
      const name = this.#names.get(number)
      if (name === undefined) return []
      if (value === undefined || value === '') return [[name, null]]
      const text = this.#valueOf(name, value)
      return text === undefined ? [] : [[name, text]]
    })
  }

  /**
   * The text of a value in a list; undefined if the value refers to an option or a text that does not exist. Without a
   * definition, the value is taken as the number of a text or, if there is no such text, as the text itself.
   */
  #valueOf(name: string, value: string): string | undefined {
    const { kind, options } = this.definitions.get(name.toLowerCase()) ?? { kind: '', options: [] }
    if (kind === 'OPTION') return options[Number(value)]
    if (kind === 'TEXT') return this.#texts.get(value)
    return kind === '' ? (this.#texts.get(value) ?? value) : value
  }
}
