import { fitted } from '../../../machines/previews/board/board-viewport'
import { boardColors } from './board/board-colors'
import { openBoard } from './board/board-worker-client'

/** The size of a thumbnail in pixels. Cards never show it larger; only the overview of a project enlarges it. */
const size = { width: 240, height: 120 }

/** The maximum that the API accepts. */
const maxBytes = 20 * 1024

/**
 * The steps to which the channels of a pixel are rounded, tried in this order until the image is small enough. Fewer
 * different values compress better.
 */
const steps = [32, 64, 128]

/**
 * The background color. Its channels are multiples of the first rounding step, so that rounding does not change it. The
 * card shows the same color around the picture.
 */
const ground = '#000020'

/** Draws a board as a small PNG in Base64, in the colors of the dark theme for both themes. */
export async function drawThumbnail(name: string, content: Blob, signal: AbortSignal): Promise<string> {
  const { read, draw, onLost, close } = openBoard(name, content)
  signal.addEventListener('abort', close)
  try {
    const { bounds, copper } = await read(signal)
    const frame = {
      ...size,
      ...fitted(bounds, size),
      ratio: 1,
      layers: copper.map((_, layer) => layer),
      highlighted: [],
      component: null,
      colors: { ...boardColors(copper.length, true), ground, hole: ground },
    }
    const bitmap = await new Promise<ImageBitmap>((resolve, reject) => {
      onLost((reason) => reject(new Error(reason)))
      draw(frame, resolve)
    })
    return await base64(await smallPng(bitmap))
  } finally {
    close()
  }
}

async function smallPng(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser did not provide a canvas context.')
  for (const step of steps) {
    context.drawImage(bitmap, 0, 0, size.width, size.height)
    const pixels = context.getImageData(0, 0, size.width, size.height)
    for (let at = 0; at < pixels.data.length; at++) {
      // The fourth channel is opacity, which stays unchanged.
      if (at % 4 !== 3) pixels.data[at] = Math.min(255, Math.round((pixels.data[at] ?? 0) / step) * step)
    }
    context.putImageData(pixels, 0, 0)
    const png = await canvas.convertToBlob({ type: 'image/png' })
    if (png.size <= maxBytes) return png
  }
  throw new Error('The picture of the board is too large.')
}

async function base64(blob: Blob): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
}
