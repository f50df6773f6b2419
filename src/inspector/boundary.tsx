import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  children: ReactNode
  /** What the user can do about the failure. */
  action: string
  onAction: () => void
}

/** Keeps the rest of the page usable if a part of it cannot be rendered, and shows the reason. */
export class Boundary extends Component<BoundaryProps, { failure: string | null }> {
  override state: { failure: string | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    const { children, action, onAction } = this.props
    const { failure } = this.state
    if (failure === null) return children
    return (
      <main className="empty">
        <h1>This view cannot be displayed</h1>
        <p role="alert">{failure}</p>
        <button
          type="button"
          className="act"
          onClick={() => {
            onAction()
            this.setState({ failure: null })
          }}
        >
          {action}
        </button>
      </main>
    )
  }
}
