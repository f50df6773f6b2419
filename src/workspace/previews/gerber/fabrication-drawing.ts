import { boardExportMachine, type BoardExport } from '../../../../machines/previews/board/board-export.machine'
import { boardRulerMachine } from '../../../../machines/previews/board/board-ruler.machine'
import type { BoardPlace } from '../../../../machines/previews/board/board-part'
import { type BoardFacts, boardViewMachine } from '../../../../machines/previews/board/board-view.machine'
import {
  type Box,
  type Point,
  type Size,
  toView,
  type Viewport,
} from '../../../../machines/previews/board/board-viewport'
import type { FabricationPicture } from '../../../formats/gerber/gerber-renderer'
import { fromCall } from '../../lib/from-call'
import { saveBlob } from '../../transfers/save-file'

/**
 * The displayed part of a fabrication set: one picture, or layers on top of each other that can be hidden individually.
 */
export type Shown = { title: string; role: string; pictures: FabricationPicture[]; areLayers: boolean }

/** The facts of a board that consists of pictures: its layers are not only copper, and it has no nets. */
export function factsOf({ pictures, areLayers }: Shown): BoardFacts {
  const boxes = pictures.map(({ box }) => box)
  const bounds: Box = {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
  return {
    format: 'Gerber',
    copper: areLayers ? pictures.map(({ title, role }) => ({ name: title, userName: role })) : [],
    nets: [],
    places: new Float64Array(),
    components: { references: [], values: [] },
    bounds,
    stackup: null,
    size: null,
    counts: { tracks: 0, vias: 0, pads: 0, footprints: 0 },
    isYUp: true,
    remarks: [],
  }
}

/** The displayed pictures and their current view. */
export type DrawnFrame = { pictures: FabricationPicture[]; view: Viewport; size: Size }

export type Placement = { x: number; y: number; width: number; height: number; isMirrored: boolean }

/** The position of a picture in a view, in pixels from the upper left corner. */
export function placementOf({ box, isFromBelow }: FabricationPicture, view: Viewport, size: Size): Placement {
  const { x, y } = toView(view, { x: view.isFlipped ? box.right : box.left, y: box.top })
  return {
    x: x + size.width / 2,
    y: y + size.height / 2,
    width: (box.right - box.left) * view.scale,
    height: (box.bottom - box.top) * view.scale,
    isMirrored: view.isFlipped !== isFromBelow,
  }
}

/** Connects the machines of a board to a drawing that consists of pictures. None of it requires a worker. */
export function connectDrawing(name: string, facts: BoardFacts) {
  let drawn: DrawnFrame | null = null
  return {
    machine: boardViewMachine.provide({ actors: { readBoard: fromCall<BoardFacts>(async () => facts) } }),
    ruler: boardRulerMachine.provide({
      // Pictures contain no pads or tracks to snap to.
      actors: { findAnchor: fromCall<Point | null, BoardPlace | null>(async () => null) },
    }),
    saving: boardExportMachine.provide({
      actors: {
        saveExport: fromCall<void, BoardExport>(async ({ input }) => {
          if (!drawn) throw new Error('The board has not been drawn yet.')
          const svg = svgOf(drawn)
          saveBlob(input === 'png' ? await pngOf(svg, drawn.size) : blobOf(svg), `${name}-view.${input}`)
        }),
      },
    }),
    /** Keeps the displayed content, so that it can be saved. */
    show: (frame: DrawnFrame) => {
      drawn = frame
    },
  }
}

/**
 * The number of pixels of a saved picture per pixel of the page. It is more than one to keep printed pictures sharp.
 */
const savedRatio = 3

const blobOf = (svg: string) => new Blob([svg], { type: 'image/svg+xml' })

/** Returns the visible pictures as one SVG, in which the picture nearest to the viewer is drawn last. */
export function svgOf({ pictures, view, size }: DrawnFrame): string {
  const parts = pictures.map((picture) => {
    const { x, y, width, height, isMirrored } = placementOf(picture, view, size)
    const sized = picture.svg
      .replace(/^(<svg[^>]*) id="[^"]*"/, '$1')
      .replace(/^(<svg[^>]*) width="[^"]*"/, `$1 width="${width}"`)
      .replace(/^(<svg[^>]*) height="[^"]*"/, `$1 height="${height}"`)
    const transform = `translate(${isMirrored ? x + width : x} ${y})${isMirrored ? ' scale(-1 1)' : ''}`
    return `<g transform="${transform}" style="mix-blend-mode:multiply">${sized}</g>`
  })
  const { width, height } = size
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...parts,
    '</svg>\n',
  ].join('\n')
}

async function pngOf(svg: string, { width, height }: Size): Promise<Blob> {
  const url = URL.createObjectURL(blobOf(svg))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * savedRatio
    canvas.height = height * savedRatio
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!png) throw new Error('The browser cannot save the picture.')
    return png
  } finally {
    URL.revokeObjectURL(url)
  }
}
