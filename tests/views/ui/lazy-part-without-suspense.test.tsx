// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Component, type ComponentType, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'

import { lazyPartWithoutSuspense } from '../../../src/ui/loading/lazy-part-without-suspense'

/** Shows what its children throw, and renders them again on request. */
class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null }
  static getDerivedStateFromError = ({ message }: Error) => ({ message })
  override render() {
    const { message } = this.state
    return message === null ? (
      this.props.children
    ) : (
      <button onClick={() => this.setState({ message: null })}>{message}</button>
    )
  }
}

const Price = ({ of }: { of: string }) => <p>Price of {of}</p>

test('a part is shown as soon as its code has loaded, without a timer', async () => {
  vi.useFakeTimers()
  let arrive = (_: ComponentType<{ of: string }>) => {}
  const Part = lazyPartWithoutSuspense<{ of: string }>(
    () => new Promise((resolve) => (arrive = resolve)),
    <p>Loading</p>,
  )
  render(<Part of="hub" />)
  expect(screen.getByText('Loading')).toBeVisible()
  await act(async () => arrive(Price))
  expect(screen.getByText('Price of hub')).toBeVisible()
  vi.useRealTimers()
})

test('a part that was preloaded is shown at once', async () => {
  const Part = lazyPartWithoutSuspense<{ of: string }>(async () => Price, <p>Loading</p>)
  await Part.preload()
  render(<Part of="hub" />)
  expect(screen.getByText('Price of hub')).toBeVisible()
})

test('code that could not be loaded is an error of the page, and is loaded again after it', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let fails = true
  const load = () =>
    fails ? Promise.reject(new Error('Part of the site could not be loaded.')) : Promise.resolve(Price)
  const Part = lazyPartWithoutSuspense<{ of: string }>(load, <p>Loading</p>)
  render(
    <Boundary>
      <Part of="hub" />
    </Boundary>,
  )
  const failure = await screen.findByRole('button', { name: 'Part of the site could not be loaded.' })
  fails = false
  await userEvent.click(failure)
  expect(await screen.findByText('Price of hub')).toBeVisible()
})
