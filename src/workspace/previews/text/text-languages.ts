import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

type Language = { support: Extension; folds: boolean }

const is = (extensions: string) => new RegExp(`^(${extensions})$`)

/** Loads the language for a file extension. Returns null for plain text. */
export async function languageOf(extension: string): Promise<Language | null> {
  if (is('json|kicad_pro|gbrjob').test(extension)) {
    return { support: (await import('@codemirror/lang-json')).json(), folds: true }
  }
  if (is('xml|cvg|stackupx').test(extension)) {
    return { support: (await import('@codemirror/lang-xml')).xml(), folds: true }
  }
  if (is('html?').test(extension)) return { support: (await import('@codemirror/lang-html')).html(), folds: true }
  if (is('css').test(extension)) return { support: (await import('@codemirror/lang-css')).css(), folds: true }
  if (is('md').test(extension)) return { support: (await import('@codemirror/lang-markdown')).markdown(), folds: true }
  if (is('[mc]?js|jsx|tsx?').test(extension)) {
    const { javascript } = await import('@codemirror/lang-javascript')
    return { support: javascript({ jsx: extension.endsWith('x'), typescript: extension.startsWith('t') }), folds: true }
  }
  const field = fieldLanguageOf(extension)
  return field && { support: field, folds: false }
}

type FieldLanguage = { comment: RegExp; command: RegExp }

/** Engineering formats: how comments and commands look at the start of a line. */
const fieldLanguages: [extensions: RegExp, language: FieldLanguage][] = [
  [is('s\\d+p|ts'), { comment: /^!.*/, command: /^#.*|^\[[^\]]+\]/ }],
  [is('ibs|ami'), { comment: /^\|.*/, command: /^\[[^\]]+\]/ }],
  [is('cir|ckt|sp|spi|spice|lib|mod'), { comment: /^\*.*|^;.*/, command: /^\.[a-z]+/i }],
]

/** Boards and other S-expression files: the word after an opening parenthesis is the keyword. */
const lists: FieldLanguage = { comment: /^;.*/, command: /^\([a-z_]+/i }

function fieldLanguageOf(extension: string): Extension | null {
  const [, found] = fieldLanguages.find(([extensions]) => extensions.test(extension)) ?? []
  const language = found ?? (is('kicad_(pcb|sch|mod|dru)').test(extension) ? lists : null)
  if (!language) return null
  return new LanguageSupport(StreamLanguage.define({ token: (stream: StringStream) => tokenOf(stream, language) }))
}

function tokenOf(stream: StringStream, { comment, command }: FieldLanguage): string | null {
  if (stream.eatSpace()) return null
  if (stream.match(comment)) return 'comment'
  if (stream.match(command)) return 'keyword'
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
  if (stream.match(/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[a-z]*/i)) return 'number'
  if (!stream.match(/^[\w.+\-/]+/)) stream.next()
  return null
}
