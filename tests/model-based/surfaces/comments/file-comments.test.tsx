// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import type { ProjectFile } from '../../../../machines/files/file-order'
import {
  emptyCommentDraft,
  fileCommentsMachine,
  type Thread,
} from '../../../../machines/comments/file-comments.machine'
import { CommentedPreview } from '../../../../src/workspace/previews/commented-preview'
import { PreviewAddressContext } from '../../../../src/workspace/previews/preview-address'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Snapshot = SnapshotFrom<typeof fileCommentsMachine>

const onCount = vi.fn()
const file: ProjectFile = {
  id: 'f1',
  name: 'board.kicad_pcb',
  project_id: 'p1',
  size: 1,
  sha256: '',
  folderId: 'inputs',
  fileType: 'layout',
  modified_at: '2026-01-01T00:00:00Z',
  uploaded_at: '2026-01-01T00:00:00Z',
  metadata: { file_type: 'layout' },
}
const thread: Thread = {
  id: 't1',
  file_id: 'f1',
  anchor: { kind: 'net', net: 'CLK_P' },
  resolved: null,
  resolved_by_name: null,
  comments: [
    {
      id: 't1',
      author_name: 'Uma Serrano',
      is_own: true,
      text: 'Too long? See https://example.com',
      mentions: [],
      created: '2026-01-02T03:04:05Z',
      edited: null,
      deleted: false,
    },
  ],
}
const resolved: Thread = { ...thread, resolved: '2026-01-03T03:04:05Z', resolved_by_name: 'Ada Vance' }
const members = [{ id: 'm2', name: 'Ada Vance' }]
const field = (name: string) => screen.queryByRole<HTMLTextAreaElement>('textbox', { name })
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

function expectThreads({ context }: Snapshot, isSending: boolean) {
  expect(field('New comment')).toHaveValue(context.text)
  const items = within(screen.getByRole('list', { name: 'Comments' })).queryAllByRole('listitem')
  expect(items).toHaveLength(context.threads.length)
  expect(screen.queryByText('No comments yet.') !== null).toBe(context.threads.length === 0)
  expect(screen.queryByText('Loading older threads...') !== null).toBe(context.isCut)
  expect(screen.queryByRole('alert')?.textContent ?? null).toBe(context.refusal)
  for (const { resolved: at } of context.threads) {
    expect(button('Show Net CLK_P')).toBeEnabled()
    expect(screen.queryByText(/^Resolved by Ada Vance/) !== null).toBe(at !== null)
    if (context.answer?.kind === 'edit') expect(field('Your comment')).toHaveValue(context.answer.text)
    else {
      expect(screen.getByRole('link', { name: 'https://example.com' })).toHaveAttribute('rel', 'noopener noreferrer')
      expect(button('Delete')).toHaveProperty('disabled', isSending)
    }
    if (context.answer?.kind === 'reply') expect(field('Your reply')).toHaveValue(context.answer.text)
    else expect(button(at ? 'Reopen' : 'Resolve')).toHaveProperty('disabled', isSending)
  }
}

const typed = (name: string, text: string) => {
  const control = field(name)
  if (control && control.value !== text) fireEvent.change(control, { target: { value: text } })
}

/** A preview with its comments, which are shown immediately if a link leads to one of them. */
function Commented({ isLinked }: { isLinked: boolean }) {
  const [isShown, setShown] = useState(isLinked)
  return (
    <PreviewAddressContext value={{ view: '', shown: 0, onView: () => {}, onShow: () => {} }}>
      {!isShown && <button onClick={() => setShown(true)}>Comments</button>}
      <CommentedPreview
        file={isLinked ? { ...file, open_comments: 1 } : file}
        comments={{ openId: isLinked ? 't1' : null, onOpen: () => {}, onCount, onSeen: () => {} }}
        isShown={isShown}
        onOpen={() => {}}
      >
        <p>The preview</p>
      </CommentedPreview>
    </PreviewAddressContext>
  )
}

const fileComments: Surface<typeof fileCommentsMachine> = {
  situations: {
    'a file without open comments': {
      input: { fileId: 'f1', projectId: 'p1', draft: emptyCommentDraft, isWanted: false, linkedId: null },
    },
    'a link to a comment': {
      input: { fileId: 'f1', projectId: 'p1', draft: emptyCommentDraft, isWanted: true, linkedId: 't1' },
    },
  },
  events: {
    'comments.requested': [{}],
    'comments.reload': ({ context }) => (context.failure ? [{}] : []),
    'comments.outdated': (snapshot) => {
      const { isOutdated, changedMeanwhile } = snapshot.context
      return (snapshot.matches('listed') ? changedMeanwhile : isOutdated) ? [] : [{}]
    },
    'threads.more': ({ context }) => (context.most === 20 ? [{}] : []),
    'text.typed': ({ context }) => (context.text === '' ? [{ text: 'Look' }] : []),
    'thread.submitted': [{ id: 'new', anchor: { kind: 'net', net: 'CLK_P' } }],
    'answer.begun': ({ context: { answer, threads, refusal } }) => {
      const edit = { answer: { kind: 'edit', id: 't1', text: 'Too long? See https://example.com' } } as const
      // An unsaved reply is not replaced.
      if (answer?.text === 'Done') return refusal === null ? [edit] : []
      return answer === null && threads.length > 0 ? [{ answer: { kind: 'reply', id: 't1', text: '' } }, edit] : []
    },
    'answer.typed': ({ context }) => (context.answer?.text === '' ? [{ text: 'Done' }] : []),
    'answer.cancelled': ({ context }) => (context.answer ? [{}] : []),
    'answer.submitted': ({ context }) => (context.answer ? [{ id: 'new' }] : []),
    'comment.deleted': ({ context }) =>
      context.threads.length > 0 && context.answer?.kind !== 'edit' ? [{ id: 't1' }] : [],
    'thread.resolved': ({ context }) =>
      context.threads[0] && context.answer?.kind !== 'reply'
        ? [{ id: 't1', resolved: context.threads[0].resolved === null }]
        : [],
  },
  done: {
    loadThreads: (snapshot) => [
      { threads: [thread], members, isCut: false },
      ...(snapshot.matches('loading') ? [{ threads: [thread], members, isCut: true }] : []),
    ],
    sendChange: ({ context: { change } }) =>
      change?.kind === 'delete' ? [null] : [change?.kind === 'resolve' && change.resolved ? resolved : thread],
    followChanges: null,
  },
  failed: { loadThreads: [failure()], sendChange: [failure()], followChanges: null },
  distinguish: ({ threads, isCut, text, answer, failure: shown, refusal, isOutdated, changedMeanwhile }) => ({
    count: threads.map(({ resolved: at }) => at !== null),
    isCut,
    text,
    answer,
    shown,
    refusal,
    isOutdated,
    changedMeanwhile,
  }),
  mount: ({ machine, input }) => {
    onCount.mockClear()
    renderWorkspace(<Commented isLinked={input?.isWanted ?? false} />, { ...machinesOver({}), fileComments: machine })
  },
  states: {
    idle: () => {
      expect(screen.queryByRole('list', { name: 'Comments' })).toBeNull()
    },
    loading: () => {
      expect(screen.getByText('Loading comments...')).toBeVisible()
    },
    failed: () => {
      expect(screen.getByRole('alert')).toHaveTextContent('The comments could not be loaded.')
    },
    'listed.current': (_, snapshot) => expectThreads(snapshot, false),
    'listed.updating': (_, snapshot) => expectThreads(snapshot, false),
    'listed.outdated': (_, snapshot) => expectThreads(snapshot, false),
    sending: (_, snapshot) => expectThreads(snapshot, true),
  },
  perform: {
    'comments.requested': async (_, { user, send }) => {
      const show = button('Comments')
      if (show) await user.click(show)
      else send({ type: 'comments.requested' })
    },
    'comments.reload': async (_, { user, send }) => {
      const retry = button('Retry')
      if (retry) await user.click(retry)
      else send({ type: 'comments.reload' })
    },
    // The button for this event appears below a list of more than 20 threads (tests/views/comments).
    'threads.more': (event, { send }) => send(event),
    'comments.outdated': (_, { report }) => report('followChanges', { type: 'comments.outdated' }),
    'text.typed': ({ text }, { send }) => {
      if (field('New comment')?.readOnly === false) typed('New comment', text)
      else send({ type: 'text.typed', text })
    },
    'thread.submitted': (_, { send }) => {
      const form = field('New comment')?.form
      if (form) fireEvent.submit(form)
      else send({ type: 'thread.submitted', id: 'new', anchor: null })
    },
    'answer.begun': async ({ answer }, { user, send }) => {
      const begin = button(answer.kind === 'reply' ? 'Reply' : 'Edit')
      if (begin && !begin.disabled) await user.click(begin)
      else send({ type: 'answer.begun', answer })
    },
    'answer.typed': ({ text }, { send }) => {
      if (field('Your reply')?.readOnly === false) typed('Your reply', text)
      else send({ type: 'answer.typed', text })
    },
    'answer.cancelled': async (_, { user, send }) => {
      const cancel = button('Cancel')
      if (cancel && !cancel.disabled) await user.click(cancel)
      else send({ type: 'answer.cancelled' })
    },
    'answer.submitted': (_, { send }) => {
      const form = (field('Your reply') ?? field('Your comment'))?.form
      if (form) fireEvent.submit(form)
      else send({ type: 'answer.submitted', id: 'new' })
    },
    'comment.deleted': async ({ id }, { user, send }) => {
      const remove = button('Delete')
      if (remove && !remove.disabled) await user.click(remove)
      else send({ type: 'comment.deleted', id })
    },
    'thread.resolved': async ({ id, resolved: isResolved }, { user, send }) => {
      const toggle = button(isResolved ? 'Resolve' : 'Reopen')
      if (toggle && !toggle.disabled) await user.click(toggle)
      else send({ type: 'thread.resolved', id, resolved: isResolved })
    },
  },
}

testSurface('File comments', fileCommentsMachine, fileComments)
