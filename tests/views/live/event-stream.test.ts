// @vitest-environment node
import { describe, expect, test } from 'vitest'

import { readEventStream, type StreamEvent } from '../../../src/api/event-stream'

/** Reads a stream that consists of the given chunks. */
async function read(...chunks: (string | number[])[]): Promise<StreamEvent[][]> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : Uint8Array.from(chunk))
      controller.close()
    },
  })
  const found: StreamEvent[][] = []
  for await (const events of readEventStream(body)) found.push(events)
  return found
}

const plain = (data: string): StreamEvent => ({ id: null, name: 'message', data })

/** The examples in section 9.2.6 of the HTML standard, and its rules for line endings. */
describe('a stream of events', () => {
  test('contains events with names, ids and data of several lines', async () => {
    expect(await read('data: YHOO\ndata: +2\ndata: 10\n\n')).toEqual([[plain('YHOO\n+2\n10')]])
    expect(await read('id: 7-1\nevent: change\ndata: {}\n\ndata\n\ndata\ndata\n\ndata:')).toEqual([
      [{ id: '7-1', name: 'change', data: '{}' }, plain(''), plain('\n')],
    ])
    expect(await read('data:test\n\ndata: test\n\ndata:  test\n\n')).toEqual([
      [plain('test'), plain('test'), plain(' test')],
    ])
  })

  test('can contain comments, which yield no events', async () => {
    expect(await read(':\n\n', ': a comment\n\ndata: x\n\n')).toEqual([[], [plain('x')]])
  })

  test('can be split into chunks at any byte', async () => {
    const text = 'id: 7-1\r\nevent: change\r\ndata: {"name":"Größe 🙂"}\r\n\r\n'
    const bytes = [...new TextEncoder().encode(text)]
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const events = (await read(bytes.slice(0, cut), bytes.slice(cut))).flat()
      expect(events, `cut at ${cut}`).toEqual([{ id: '7-1', name: 'change', data: '{"name":"Größe 🙂"}' }])
    }
  })

  test('can end lines with carriage returns or line feeds', async () => {
    for (const end of ['\n', '\r\n']) {
      expect((await read(`data: a${end}data: b${end}${end}`)).flat(), JSON.stringify(end)).toEqual([plain('a\nb')])
    }
    // The last carriage return may be the first half of a line ending.
    expect((await read('data: a\rdata: b\r\r', 'data: c')).flat()).toEqual([plain('a\nb')])
  })

  test('drops an event that is cut off', async () => {
    expect((await read('data: a\n\ndata: b\n')).flat()).toEqual([plain('a')])
  })

  test('is closed when its reader stops', async () => {
    let isClosed = false
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
      cancel: () => {
        isClosed = true
      },
    })
    for await (const events of readEventStream(body)) {
      expect(events).toEqual([plain('x')])
      break
    }
    expect(isClosed).toBe(true)
  })
})
