import { SaxesParser } from 'saxes'

import { FormatError, quoted } from '../format-error'

const CHUNK = 65_536

/**
 * Parses XML and calls back for each opening element (with its attributes) and each closing element. Namespace prefixes
 * are removed from names. No tree is built, and only the five predefined XML entities are supported, which rules out
 * entity expansion attacks.
 */
export function readXml(
  text: string,
  format: string,
  on: { open: (name: string, attributes: Record<string, string>) => void; close: (name: string) => void },
): void {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false })
  let depth = 0
  parser.on('opentag', (tag) => {
    if (++depth > 1000) throw wrong('less deeply nested elements', quoted(tag.name))
    on.open(localName(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    depth--
    on.close(localName(tag.name))
  })
  const wrong = (expected: string, found: string) => new FormatError(format, { line: parser.line }, expected, found)
  parser.on('error', (error) => {
    throw wrong('well-formed XML', quoted(error.message.replace(/^\d*:?\d*:?\s*/, '').replace(/\.$/, '')))
  })
  for (let at = 0; at < text.length; at += CHUNK) parser.write(text.slice(at, at + CHUNK))
  parser.close()
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
