import { describe, expect, test } from 'vitest'

import { readCsvTable } from '../../src/formats/table/csv'
import { type DocumentReply, repliesWithDocument } from '../../src/formats/worker/documents-worker-protocol'

/** The replies of the worker to a table. */
async function repliesTo(text: string, delimiter = ''): Promise<DocumentReply[]> {
  const replies: DocumentReply[] = []
  for await (const reply of repliesWithDocument({ id: 7, about: 'table', content: new Blob([text]), delimiter }))
    replies.push(reply)
  return replies
}

describe('a table', () => {
  test.each([
    ['commas', 'Net,Length\nCLK,"1,200"\n', ','],
    ['tabs', 'Net\tLength\nCLK\t1,200\n', '\t'],
    ['semicolons', 'Net;Length\nCLK;1,200\n', ';'],
    ['vertical bars', 'Net|Length\nCLK|1,200\n', '|'],
  ])('separated by %s is recognized', (_, text, delimiter) => {
    expect(readCsvTable(text, '')).toEqual({
      delimiter,
      rows: [
        ['Net', 'Length'],
        ['CLK', '1,200'],
      ],
    })
  })

  test('has no empty rows, and quoted cells can contain line breaks and quotation marks', () => {
    expect(readCsvTable('a,b\r\n\r\n"1\n2","say ""3"""\r\n , \r\n', '').rows).toEqual([
      ['a', 'b'],
      ['1\n2', 'say "3"'],
    ])
  })

  test('is handed over in parts, so that the page handles it in short tasks', async () => {
    const lines = Array.from({ length: 12_000 }, (_, row) => `${row},a`)
    const replies = await repliesTo(lines.join('\n'))
    const parts = replies.flatMap((reply) => ('part' in reply ? [reply.part] : []))
    expect(parts.map(({ length }) => length)).toEqual([5000, 5000, 2000])
    expect(parts.flat().map((row) => row.join())).toEqual(lines)
    expect(replies.at(-1)).toEqual({ id: 7, answer: { delimiter: ',' } })
  })

  test('without rows is empty', async () => {
    expect(await repliesTo('\n\n', '\t')).toEqual([{ id: 7, answer: { delimiter: '\t' } }])
  })
})
