import { randomUUID } from 'node:crypto'

import { sampleBoard } from '../../../server/sample/board'
import { upload } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a link to a comment opens its file at the place and the thread, and its mark opens it as well', async ({
  page,
  stack,
  signIn,
}) => {
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject('Marked carrier')
  const [file] = await upload({ ...api, username: 'user' }, id, { 'marked.kicad_pcb': sampleBoard() })
  const begin = async (text: string, anchor: object) => {
    const commentId = randomUUID()
    const answer = await api.call('POST', `/v1/files/${file?.id}/comments`, { json: { id: commentId, text, anchor } })
    expect(answer.status).toBe(201)
    return commentId
  }
  const onNet = await begin('Is this pair matched?', { kind: 'net', net: 'CSI_D0_P' })
  await begin('Move this away from the edge.', { kind: 'board', x: 20, y: 20 })
  const files = `/workspace/projects/${id}/files`
  const preview = page.getByRole('dialog', { name: 'marked.kicad_pcb' })
  const thread = preview.getByRole('listitem').filter({ hasText: 'Is this pair matched?' })
  const mark = preview.getByRole('button', { name: /^Comment by .*, Net CSI_D0_P: Is this pair matched\?$/ })

  await test.step('the link', async () => {
    await signIn('user', { at: `${files}?file=${file?.id}&comment=${onNet}` })
    await expect(thread).toBeFocused()
    await expect(page).toHaveURL(
      new RegExp(`file=${file?.id}.*comment=${onNet}.*view=net-CSI_D0_P|view=net-CSI_D0_P.*comment`),
    )
    await expect(mark).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page, 'a board with marks')
  })

  await test.step('reload leads to the same place', async () => {
    await page.reload()
    await expect(thread).toBeFocused()
    await expect(mark).toBeVisible()
  })

  await test.step('the mark, by keyboard', async () => {
    await preview.getByRole('button', { name: 'Comments (2)' }).click()
    await expect(thread).toBeHidden()
    await expect(page).not.toHaveURL(/comment=/)
    await mark.focus()
    await page.keyboard.press('Enter')
    await expect(thread).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`comment=${onNet}`))
    await thread.getByRole('button', { name: 'Resolve' }).click()
    await expect(mark).toBeHidden()
  })

  await test.step('the link of a deleted comment says so', async () => {
    await page.goto(`${files}?file=${file?.id}&comment=${randomUUID()}`)
    await expect(preview.getByText('The linked comment no longer exists.')).toBeVisible()
  })
})

/** A PDF with three empty pages. */
const pdf = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>endobj',
  ...[3, 4, 5].map((number) => `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj`),
  'trailer<</Root 1 0 R>>',
].join('\n')

/** A network of two ports at 1 GHz and 2 GHz. */
const network = '# GHz S RI R 50\n1 .1 0 .9 0 .9 0 .1 0\n2 .1 0 .8 0 .8 0 .1 0\n'

test('a comment can be placed at a line of a text, a page of a PDF and a point of a curve', async ({
  page,
  stack,
  signIn,
}) => {
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject('Annotated carrier')
  const files = await upload({ ...api, username: 'user' }, id, {
    'notes.txt': 'first\nsecond\nthird',
    'notes.pdf': pdf,
    'line.s2p': network,
  })
  const address = (name: string, view = '') =>
    `/workspace/projects/${id}/files?file=${files.find((file) => file.name === name)?.id}${view}`
  const comment = async (name: string, place: string) => {
    const preview = page.getByRole('dialog', { name })
    await preview.getByRole('button', { name: 'Comments' }).click()
    await expect(preview.getByRole('checkbox', { name: `At ${place}` })).toBeChecked()
    await preview.getByRole('textbox', { name: 'New comment' }).fill('Look here')
    await preview.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(preview.getByRole('button', { name: `Show ${place}` })).toBeVisible()
    return preview
  }

  await signIn('user', { at: address('notes.txt') })
  await page.getByText('third').click()
  await expect(page).toHaveURL(/view=line-3/)
  await comment('notes.txt', 'Line 3')

  await page.goto(address('notes.pdf', '&view=page-3'))
  await expect(page.getByText('Page 3 of 3')).toBeVisible()
  const preview = await comment('notes.pdf', 'Page 3')
  await expect(preview.getByRole('button', { name: /^Comment by .*, Page 3: Look here$/ })).toBeVisible()
  await expectAccessible(page, 'a page with a mark')

  await page.goto(address('line.s2p'))
  const mark = page.getByRole('button', { name: 'Mark S21 at the cursor' })
  await mark.press('Enter')
  await expect(mark).toHaveAttribute('aria-pressed', 'true')
  await comment('line.s2p', 'S21 at 1 GHz')
  await page.reload()
  await expect(mark).toHaveAttribute('aria-pressed', 'true')
})
