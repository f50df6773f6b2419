import { createActor } from 'xstate'

import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import { orderedRowOf } from '../../../../machines/requests/request-report.machine'
import type { RequestReport } from '../../../../machines/requests/report-sentences'
import { boardColors, groupColors } from '../../previews/board/board-colors'
import { openBoard } from '../../previews/board/board-worker-client'
import type { connectPreviews } from '../../previews/machines'
import { wholeContent } from '../../previews/whole-content'
import { readNetFacts } from '../../readers/read-net-facts'
import { layoutFileOf } from './report-layout'
import { pictureSize, type PrintedBoard } from './printed-board'

/**
 * Draws the layout of a request with the nets of each row, and calculates their facts, in workers. If this fails, the
 * report is printed with the reason instead of its board.
 */
export async function readPrintedBoard(
  { filePreview, readFile }: ReturnType<typeof connectPreviews>,
  { request, report }: { request: SimulationRequest; report: RequestReport },
  signal: AbortSignal,
): Promise<PrintedBoard> {
  const { name } = request.layout
  const reading = createActor(filePreview, { input: { file: layoutFileOf(request) } }).start()
  try {
    const content = await wholeContent(reading)
    const [drawing, facts] = await Promise.all([
      draw(content),
      readFile(request.stackup, signal).then((stackup) => readNetFacts({ name, content }, stackup, signal)),
    ])
    return { drawing, facts }
  } catch (error) {
    if (signal.aborted) throw error
    return { failure: error instanceof Error ? error.message : 'The file could not be read.' }
  } finally {
    reading.stop()
  }

  async function draw(content: Blob) {
    const session = openBoard(name, content)
    try {
      const { copper } = await session.read(signal)
      const groups = report.rows.map((row, index) => ({
        nets: orderedRowOf(request, row).nets,
        color: groupColors.light[index % groupColors.light.length] ?? '#000000',
      }))
      return await session.ask(
        { about: 'print', size: pictureSize, colors: boardColors(copper.length, false), groups },
        signal,
      )
    } finally {
      session.close()
    }
  }
}
