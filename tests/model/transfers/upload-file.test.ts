import { describe, expect, test } from 'vitest'

import { UnreadableFile } from '../../../machines/transfers/dropped-files'
import { fault, MB, startFile } from './start-uploads'

describe('the upload of a file', () => {
  test('reports its progress, and its records before it is done', () => {
    const upload = startFile()
    upload.report({ type: 'upload.begun', address: '/uploads/a' })
    upload.report({ type: 'upload.progressed', sent: 30 * MB, at: 0 })
    expect(upload.reports.at(-1)).toMatchObject({
      type: 'upload.changed',
      file: { id: 'a', status: 'sending', address: '/uploads/a', sent: 30 * MB },
    })
    upload.report({ type: 'upload.finished', kept: [], gone: ['old'], note: 'It was saved as b.brd.' })
    expect(upload.reports.slice(-2)).toMatchObject([
      { type: 'upload.stored', file: { id: 'a', projectId: 'p1' }, kept: [], gone: ['old'] },
      { type: 'upload.changed', file: { status: 'done', address: null, failure: 'It was saved as b.brd.' } },
    ])
  })

  test('is aborted when canceled, and its part is deleted on the server', () => {
    const upload = startFile()
    upload.report({ type: 'upload.begun', address: '/uploads/a' })
    upload.actor.send({ type: 'upload.cancelled' })
    expect(upload.aborts()).toBe(1)
    expect(upload.reports.slice(-2)).toMatchObject([
      { type: 'parts.left', addresses: ['/uploads/a'] },
      { type: 'upload.changed', file: { status: 'cancelled', address: null, sent: 0 } },
    ])
  })

  test('returns to the queue with its bytes when its name is taken', () => {
    const upload = startFile({ replaces: true })
    upload.report({ type: 'upload.begun', address: '/uploads/a' })
    upload.fail(fault(409, 'A file named “a.brd” is already in Inputs.'))
    expect(upload.file()).toMatchObject({
      status: 'listing',
      isTaken: true,
      replaces: false,
      address: '/uploads/a',
      failure: 'A file named “a.brd” is already in Inputs.',
    })
  })

  test('is interrupted when the file on disk has changed or is gone', () => {
    const upload = startFile()
    upload.fail(new UnreadableFile())
    expect(upload.file()).toMatchObject({
      status: 'interrupted',
      failure: 'It has been changed or removed since it was chosen. Choose the file again.',
    })
  })
})

describe('a server error', () => {
  const words = (status: number, message = '') => {
    const upload = startFile()
    upload.fail(fault(status, message))
    return upload.file()
  }
  const small = (status: number, message = '') => {
    const upload = startFile({ size: MB })
    upload.fail(fault(status, message))
    return upload.file()?.failure
  }

  test('shows the server’s message', () => {
    expect(small(507, 'The server’s disk is full.')).toBe('Failed to upload files: The server’s disk is full.')
  })

  test.each([403, 404])('about a project that the user can no longer access (%i) shows what to do', (status) => {
    expect(small(status, 'You are not a member of it.')).toBe(
      'Failed to upload files: You are not a member of it. Nothing was stored. If you regain access, choose Retry.',
    )
    expect(small(status)).toBe(
      `Failed to upload files: the server refused the file (HTTP ${status}). Nothing was stored. ` +
        'If you regain access, choose Retry.',
    )
  })

  test.each([
    [0, 'the connection was lost'],
    [413, 'the file is too large for the server (HTTP 413)'],
    [507, 'the server is out of storage (HTTP 507)'],
    [415, 'the server refused the file (HTTP 415)'],
    [502, 'the server failed (HTTP 502)'],
  ])('without a message: %i is explained as %s', (status, text) => {
    expect(small(status)).toBe(`Failed to upload files: ${text}`)
  })

  test('about full storage also ends a large upload, and other errors are shown while it is paused', () => {
    expect(words(507, 'The disk is full.')).toMatchObject({
      status: 'failed',
      failure: 'Failed to upload files: The disk is full.',
    })
    expect(words(503, 'It restarts.')).toMatchObject({
      status: 'paused',
      failure: 'It restarts. The upload will resume automatically.',
    })
  })
})
