/** An event of a stream. `id` is null if the event has none. */
export type StreamEvent = { id: string | null; name: string; data: string }

/**
 * Reads server-sent events from a response, as the HTML standard defines them. Yields the events that each chunk
 * completes; the list is empty for a heartbeat. An event that is cut off at the end is dropped.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent[]> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let lines: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      // A carriage return at the end is kept, because the line feed that belongs to it may follow.
      const [, whole = '', begun = ''] = /^(.*(?:\n|\r(?!$)))?(.*)$/s.exec(rest + value) ?? []
      rest = begun
      const events: StreamEvent[] = []
      for (const line of whole.split(/\r\n|\n|\r/).slice(0, -1)) {
        if (line !== '') {
          lines.push(line)
          continue
        }
        const event = eventIn(lines)
        if (event) events.push(event)
        lines = []
      }
      yield events
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The event in a block of lines, or null for a block without data, such as a comment. */
function eventIn(lines: string[]): StreamEvent | null {
  const fields = lines.map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [])
  const valuesOf = (name: string) => fields.filter(([, field]) => field === name).map(([, , value]) => value ?? '')
  const data = valuesOf('data')
  return data.length === 0
    ? null
    : { id: valuesOf('id').at(-1) ?? null, name: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }
}
