import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

let started: Promise<void> | undefined

/** Draws a picture with resvg, at 20 pixels per mm. Returns the color at a position in mm from its upper left corner. */
export async function pixelsOf({ svg, size }: { svg: string; size: { width: number } }) {
  const wasm = fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
  started ??= readFile(wasm).then((bytes) => initWasm(bytes))
  await started
  const scale = 20
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: Math.round(size.width * scale) } }).render()
  const { pixels, width } = image
  return (x: number, y: number) => {
    const at = 4 * (Math.floor(y * scale) * width + Math.floor(x * scale))
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    return { red, green, blue, alpha }
  }
}
