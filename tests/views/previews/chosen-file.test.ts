// Needs its own modules: the reader of formats is prepared once.
import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'

import type { ProductApi } from '../../../src/api/product'
import { connectPreviews } from '../../../src/workspace/previews/machines'
import { keepChosenFiles, releaseFiles } from '../../../src/workspace/transfers/file-store'
import { projectFile } from '../../model/samples'

test('a long text that is not uploaded yet can still be read after its upload has ended', async () => {
  const text = 'port 1\n'.repeat(1_000_000)
  const chosen = new File([text], 'ports.txt')
  const { files } = await keepChosenFiles({ files: [{ file: chosen, name: 'ports.txt' }], unreadable: [] })
  const id = files[0]?.id ?? ''
  const { filePreview } = connectPreviews({} as ProductApi)
  const file = projectFile({ id, name: 'ports.txt', size: chosen.size })
  const preview = createActor(filePreview, { input: { file } }).start()
  const { context } = await waitFor(preview, (snapshot) => snapshot.context.content !== null)
  releaseFiles([id])
  expect(context.content).toMatchObject({ as: 'parts', size: text.length })
  const bytes = context.content?.as === 'parts' ? context.content.bytes : null
  expect(await bytes?.slice(6_999_993, 7_000_000).text()).toBe('port 1\n')
})
