// @vitest-environment jsdom
import { Button } from '@chakra-ui/react/button'
import { mdiFolderOutline } from '@mdi/js'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { Icon } from '../../../src/ui/icon'
import { EmptyState, ErrorNotice } from '../../../src/ui/notices/notices'
import { StorageBar, storageOf } from '../../../src/ui/storage-bar'
import { addRecipes, system } from '../../../src/ui/theme/system'
import { ThemeToggle } from '../../../src/ui/theme-toggle'
import { covers } from '../../spec-coverage/covers'
import { renderPage } from '../site/render-page'

describe('the storage bar', () => {
  test.each([
    [0, 0, 'normal'],
    [1535, 74.95, 'normal'],
    [1536, 75, 'warning'],
    [1843, 89.99, 'warning'],
    [1843.2, 90, 'critical'],
    [4096, 100, 'critical'],
  ] as const)('%d MB of 2048 is %d percent: %s', (usedMb, percent, level) => {
    covers('9-storage-warning', '9-storage-critical', '9-storage-cap')
    const storage = storageOf(usedMb, 2048)
    expect(storage.percent).toBeCloseTo(percent, 1)
    expect(storage.level).toBe(level)
  })

  test('is a meter with the amounts as text', async () => {
    await renderPage(<StorageBar usedMb={1.25} limitMb={2048} text="1.25 MB of 2 GB" />)
    const meter = screen.getByRole('meter', { name: 'Storage used' })
    expect(meter).toHaveAttribute('aria-valuetext', '1.25 MB of 2 GB')
    expect(screen.getByText('1.25 MB of 2 GB')).toBeVisible()
  })
})

describe('notices', () => {
  test('a failure is announced and can be retried', async () => {
    const retry = vi.fn()
    await renderPage(
      <ErrorNotice title="Your projects could not be loaded" text="Your projects are safe." onRetry={retry} />,
    )
    expect(screen.getByRole('alert')).toHaveTextContent('Your projects could not be loadedYour projects are safe.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(retry).toHaveBeenCalledOnce()
  })

  test('a failure that cannot be retried has no Retry button', async () => {
    await renderPage(<ErrorNotice title="No such project" />)
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('an empty list shows a message and offers the next action', async () => {
    await renderPage(
      <EmptyState icon={mdiFolderOutline} title="No projects found.">
        <Button>Create New Project</Button>
      </EmptyState>,
    )
    expect(screen.getByText('No projects found.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Create New Project' })).toBeVisible()
  })
})

describe('the theme toggle', () => {
  afterEach(() => {
    document.documentElement.classList.remove('dark')
    localStorage.clear()
  })

  test('switches the page to dark and back, and stores the selection', async () => {
    await renderPage(<ThemeToggle />)
    await userEvent.click(screen.getByRole('button', { name: 'Use dark theme' }))
    expect(document.documentElement).toHaveClass('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    await userEvent.click(await screen.findByRole('button', { name: 'Use light theme' }))
    expect(document.documentElement).not.toHaveClass('dark')
    expect(localStorage.getItem('theme')).toBe('light')
  })

  test('follows a selection in another tab, and ignores other keys', async () => {
    await renderPage(<ThemeToggle />)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'dark' })))
    expect(document.documentElement).not.toHaveClass('dark')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })))
    expect(await screen.findByRole('button', { name: 'Use light theme' })).toBeVisible()
  })
})

test('a recipe added by a lazy route is found with its refinements, and existing recipes are kept', () => {
  expect(system.getRecipe('brought')).toBeUndefined()
  addRecipes(
    { recipes: { brought: { base: { color: 'fg', bg: 'bg' } }, button: { base: {} } } },
    { recipes: { brought: { base: { bg: 'bg.panel' } } } },
  )
  expect(system.getRecipe('brought')).toMatchObject({ base: { color: 'fg', bg: 'bg.panel' } })
  expect(system.getRecipe('button')).toMatchObject({ className: 'chakra-button' })
})

test('the theme has the colors primary, secondary, accent, error, info, success and warning', () => {
  covers('9-theme-colors')
  const names = ['primary', 'secondary', 'accent', 'error', 'info', 'success', 'warning']
  const missing = names.filter((name) => system.token(`colors.${name}.solid`) === undefined)
  expect(missing).toEqual([])
})

test('an icon is from Material Design, and hidden from screen readers', async () => {
  covers('9-icons')
  await renderPage(<Icon path={mdiFolderOutline} />)
  const drawn = document.querySelector('svg')
  expect(drawn?.querySelector('path')).toHaveAttribute('d', mdiFolderOutline)
  expect(drawn).toHaveAttribute('aria-hidden', 'true')
})
