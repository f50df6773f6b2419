import { Component, type ReactNode } from 'react'

type BrokenPreviewProps = { onBroken: (reason: string) => void; children: ReactNode }

/** Error boundary for previews. It also catches failures to load their code. */
export class BrokenPreview extends Component<BrokenPreviewProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onBroken(error instanceof Error ? error.message : 'it could not be drawn')
  }

  override render() {
    return this.state.broken ? null : this.props.children
  }
}
