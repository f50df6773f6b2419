import { SaxesParser } from 'saxes'

import { FormatError, quoted } from './format-error'

const CHUNK = 65_536

/**
 * Parses XML and calls back for each start tag (with its attributes), each end tag and, optionally, each text node.
 * Namespace prefixes are removed from element names. Neither a tree nor the whole text is held in memory. Only the five
 * predefined XML entities are supported, which rules out entity expansion attacks. Throws a FormatError if the XML is
 * not well-formed.
 */
export function readXml(
  bytes: Uint8Array,
  format: string,
  on: {
    open: (name: string, attributes: Record<string, string>) => void
    close: (name: string) => void
    text?: (text: string) => void
  },
): void {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false })
  let depth = 0
  parser.on('opentag', (tag) => {
    if (++depth > 1000) throw wrong('elements nested at most 1,000 deep', `a deeper ${quoted(tag.name)}`)
    on.open(localName(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    depth--
    on.close(localName(tag.name))
  })
  if (on.text) parser.on('text', on.text)
  const wrong = (expected: string, found: string) => new FormatError(format, { line: parser.line }, expected, found)
  parser.on('error', (error) => {
    throw wrong('well-formed XML', quoted(error.message.replace(/^\d*:?\d*:?\s*/, '').replace(/\.$/, '')))
  })
  const decoder = decoderOf(bytes)
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }))
  }
  parser.write(decoder.decode())
  parser.close()
}

/**
 * Determines the encoding: UTF-16 by the byte order mark; Windows-1252 if the XML declaration states it, Latin-1 or
 * ASCII; otherwise UTF-8.
 */
function decoderOf(bytes: Uint8Array): TextDecoder {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  const declaration = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]{1,150}encoding=["']([\w-]{1,30})["']/.exec(declaration)?.[1]
  return new TextDecoder(
    /^(?:iso-8859-1|latin-?1|windows-1252|us-ascii)$/i.test(declared ?? '') ? 'windows-1252' : 'utf-8',
  )
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
