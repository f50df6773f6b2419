import { vi } from 'vitest'

import type { FilePlace } from '../../../src/workspace/requests/file-place'

/** The place of a page whose URL names no file. Tests specify only what they depend on. */
export const filePlace = (fields: Partial<FilePlace> = {}): FilePlace => ({
  fileId: null,
  address: { view: '', shown: 0, onView: vi.fn(), onShow: vi.fn() },
  hrefOf: (fileId, view) => `?file=${fileId}${view && `&view=${view}`}`,
  onOpen: vi.fn(),
  onClose: vi.fn(),
  ...fields,
})
