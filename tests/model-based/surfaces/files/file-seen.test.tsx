// @vitest-environment jsdom
import { expect, vi } from 'vitest'

import { fileSeenMachine } from '../../../../machines/files/file-seen.machine'
import { SeenFile } from '../../../../src/workspace/previews/seen-file'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const onSeen = vi.fn()

const seenFile: Surface<typeof fileSeenMachine> = {
  situations: { 'a file with a new comment': { input: { fileId: 'f1', until: '2026-01-01T12:00:00Z' } } },
  events: {},
  done: { markSeen: [undefined] },
  failed: { markSeen: [failure('The server is being restarted.')] },
  mount: ({ machine }) => {
    onSeen.mockClear()
    renderWorkspace(<SeenFile fileId="f1" until="2026-01-01T12:00:00Z" onSeen={onSeen} />, {
      ...machinesOver({}),
      fileSeen: machine,
    })
  },
  // The mark is shown by the list of files, which is notified once.
  states: {
    marking: () => expect(onSeen).not.toHaveBeenCalled(),
    unmarked: () => expect(onSeen).not.toHaveBeenCalled(),
    seen: () => expect(onSeen).toHaveBeenCalledOnce(),
  },
  perform: {},
}

testSurface('Seen file', fileSeenMachine, seenFile)
