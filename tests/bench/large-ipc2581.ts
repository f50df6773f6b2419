/**
 * Generates an IPC-2581 board of four layers with the given number of nets and at least the given size, mostly tracks,
 * like the export of a dense digital board.
 */
export function largeIpc2581({ nets, megabytes }: { nets: number; megabytes: number }) {
  const layers = ['TOP', 'INNER1', 'INNER2', 'BOTTOM']
  const parts: Uint8Array[] = []
  let size = 0
  const add = (text: string) => {
    const part = new TextEncoder().encode(text)
    parts.push(part)
    size += part.length
  }
  add(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<IPC-2581 revision="C" xmlns="http://webstds.ipc.org/2581">',
      '<Ecad name="Large"><CadHeader units="MILLIMETER"/><CadData>',
      ...layers.map((name) => `<Layer name="${name}" layerFunction="CONDUCTOR" side="INTERNAL" polarity="POSITIVE"/>`),
      '<Step name="Large"><Profile><Polygon><PolyBegin x="0" y="0"/><PolyStepSegment x="300" y="0"/>',
      '<PolyStepSegment x="300" y="200"/><PolyStepSegment x="0" y="200"/><PolyStepSegment x="0" y="0"/></Polygon></Profile>',
      '',
    ].join('\n'),
  )
  let tracks = 0
  const perSet = 250
  const wanted = megabytes * 1_048_576
  for (let set = 0; size < wanted; set++) {
    const lines = [`<LayerFeature layerRef="${layers[set % layers.length]}"><Set net="NET_${set % nets}">`]
    for (let line = 0; line < perSet; line++, tracks++) {
      lines.push(
        `<Features><Line startX="${tracks % 300}.125" startY="${tracks % 200}.375" endX="${tracks % 299}.625" endY="${tracks % 199}.875"><LineDesc lineEnd="ROUND" lineWidth="0.15"/></Line></Features>`,
      )
    }
    add(`${lines.join('\n')}\n</Set></LayerFeature>\n`)
  }
  add('</Step></CadData></Ecad></IPC-2581>\n')
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { bytes, tracks, nets: Math.min(nets, Math.ceil(tracks / perSet)) }
}
