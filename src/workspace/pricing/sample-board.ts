/** The site serves the sample board; tests/formats/site-sample.test.ts compares it with the sample project's board. */
export const sampleAddress = '/camera-link.kicad_pcb'

/** Loads the sample board, as if the visitor had dropped it. */
export async function loadSampleBoard(signal: AbortSignal): Promise<File> {
  const response = await fetch(sampleAddress, { signal })
  if (!response.ok) throw new Error(`${sampleAddress}: ${response.status}`)
  return new File([await response.blob()], 'camera-link.kicad_pcb')
}
