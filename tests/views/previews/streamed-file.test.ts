import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'

import { previewedKind } from '../../../machines/previews/file-preview.machine'
import { createProductApi } from '../../../src/api/product'
import { connectPreviews } from '../../../src/workspace/previews/machines'
import { projectFile } from '../../model/samples'

test('a large video is streamed as a video even if its name says nothing about its kind', async () => {
  const server = http.createServer((request, response) => {
    if (request.url === '/v1/files/f1/download') return response.end('\0\0\0\x18ftypmp42')
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify({ url: 'https://files.example.com/f1' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = createProductApi({
    bases: { base: origin, v1: origin },
    accessToken: async () => 'a-token',
    onUnauthorized: () => {},
  })
  const file = projectFile({ id: 'f1', name: 'recording.dat', size: 60_000_000 })
  const preview = createActor(connectPreviews(api).filePreview, { input: { file } }).start()
  const snapshot = await waitFor(preview, ({ context }) => context.content !== null)
  expect(snapshot.context.content).toMatchObject({ as: 'stream', url: 'https://files.example.com/f1' })
  expect(previewedKind(snapshot)).toBe('video')
  preview.stop()
  server.closeAllConnections()
  server.close()
})
