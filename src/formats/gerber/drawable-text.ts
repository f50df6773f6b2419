/**
 * Gerber commands that the renderer ignores. A file that contains one of them cannot be rendered correctly unless the
 * command has no effect, that is, its value is neutral.
 */
const ignoredCommands: Record<string, { purpose: string; neutral: RegExp }> = {
  AB: { purpose: 'block apertures', neutral: /^$/ },
  LM: { purpose: 'mirrored apertures', neutral: /^N$/ },
  LR: { purpose: 'rotated apertures', neutral: /^[+-]?0+(?:\.0*)?$/ },
  LS: { purpose: 'scaled apertures', neutral: /^0*1(?:\.0*)?$/ },
  FS: { purpose: 'incremental coordinates', neutral: /^(?![LTD]?I)/ },
  IP: { purpose: 'a negative image', neutral: /^POS$/ },
  IR: { purpose: 'a rotated image', neutral: /^0+$/ },
  MI: { purpose: 'a mirrored image', neutral: /^(?:A0)?(?:B0)?$/ },
  OF: { purpose: 'an image with an offset', neutral: /^(?:A[+-]?0*(?:\.0*)?)?(?:B[+-]?0*(?:\.0*)?)?$/ },
  SF: { purpose: 'a scaled image', neutral: /^(?:A0*1(?:\.0*)?)?(?:B0*1(?:\.0*)?)?$/ },
}

// The text is split at `*`, so the percent sign that ends a command precedes the next one.
const command = /^%*([A-Z]{2})(.*)$/
const comment = /^(%*)(G0*4.*)$/

/**
 * Rewrites the parts of a Gerber or drill file that the renderer would misread. Throws if the file contains a command
 * that the renderer ignores, because the picture would show a different board. A negative image is accepted if the
 * caller takes it into account.
 */
export function drawableText(text: string, acceptsNegative = false): string {
  return isGerber(text) ? drawableGerber(text, acceptsNegative) : drawableDrill(text)
}

/**
 * Whether a text is a Gerber file rather than a drill file. The renderer looks only at the first line, so it would
 * mistake a Gerber file that begins with a multi-line comment for a drill file.
 */
function isGerber(text: string): boolean {
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1)
  return !firstLine.startsWith(';') && (firstLine.includes('*') || /^%(?:FS|MO)/m.test(text))
}

/**
 * Removes line breaks within commands, and characters other than printable ASCII, so that assertWithinLimits checks
 * exactly what the renderer reads.
 */
const drawableGerber = (text: string, acceptsNegative: boolean) =>
  text
    .replaceAll(/[^ -~]/g, '')
    .split('*')
    .map((block) => drawableBlock(block, acceptsNegative))
    .join('*\n')

function drawableBlock(padded: string, acceptsNegative: boolean): string {
  const block = padded.trim()
  // The renderer treats percent signs in comments, such as EAGLE's attributes, as delimiters and skips the text after
  // them.
  const [, before = '', remark] = comment.exec(block) ?? []
  if (remark) return before + remark.replaceAll('%', '')
  const [, code = '', value = ''] = command.exec(block) ?? []
  const ignored = ignoredCommands[code]
  const isAccepted = acceptsNegative && code === 'IP' && value === 'NEG'
  if (ignored && !isAccepted && !ignored.neutral.test(value)) throw notDrawn(ignored.purpose, code)
  return block
}

const ignoredLines: [line: RegExp, purpose: string, code: string][] = [
  [/^R\d+[XY]/, 'repeated holes', 'R'],
  [/^(?:G91|ICI(?:,ON)?)$/, 'incremental coordinates', 'G91'],
  [/^G0?[23].*[IJ]/, 'arcs with a center', 'I, J'],
]

/** Joins each mode (G05: drill, G01: rout) with the next coordinate: the renderer requires both on the same line. */
function drawableDrill(text: string): string {
  let mode = ''
  return text
    .split(/\r?\n|\r/)
    .map((padded) => {
      const line = padded.trim()
      const [, purpose, code] = ignoredLines.find(([ignored]) => ignored.test(line)) ?? []
      if (purpose && code) throw notDrawn(purpose, code)
      if (/^G0[01235]$/.test(line)) mode = line
      if (!/^[XY]/.test(line) || mode === '') return line
      const complete = mode + line
      mode = ''
      return complete
    })
    .join('\n')
}

const notDrawn = (purpose: string, code: string) =>
  new Error(`it uses ${purpose} (${code}), which this preview cannot draw`)
