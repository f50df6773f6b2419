import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

type MenuItem = { key: string; label: string; icon: ReactNode; isDangerous?: boolean; onChoose: () => void }

type MenuProps = {
  /** The accessible name of the button and of the menu. */
  label: string
  className: string
  items: MenuItem[]
  children: ReactNode
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * A button that opens a menu of actions above it. The element around the menus styles them all, because a styled
 * component for each menu of a long list would be slow. Arrow keys move between the items. Escape, Tab and losing focus
 * close the menu.
 */
export function Menu({ label, className, items, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const focusItem = (at: number) => (list.current?.children[at] as HTMLElement | undefined)?.focus()
  useEffect(() => {
    if (open) focusItem(0)
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const move = (event: KeyboardEvent) => {
    // The list around the menu handles the arrow keys, too, and must not receive these.
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    if (event.key === 'Tab') setOpen(false)
    const next = moves[event.key]
    if (!next || !list.current) return
    event.preventDefault()
    focusItem(next([...list.current.children].indexOf(event.target as Element), items.length))
  }

  return (
    <div
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open && { 'aria-controls': id })}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.stopPropagation()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {open && (
        <div ref={list} id={id} role="menu" aria-label={label} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-label={item.label}
              data-danger={item.isDangerous || undefined}
              onClick={() => {
                close()
                item.onChoose()
              }}
            >
              {item.icon}
              {item.key}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The styles of menus, for the element around them. */
export const menuStyle = {
  '& .menu': { position: 'relative' },
  '& [role=menu]': {
    position: 'absolute',
    insetEnd: '0',
    bottom: 'calc(100% + 4px)',
    zIndex: 'dropdown',
    minW: '40',
    p: '1',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    boxShadow: 'lg',
  },
  '& [role=menuitem]': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    h: '11',
    px: '3',
    textStyle: 'sm',
    borderRadius: 'l2',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.muted' },
    _focus: { bg: 'bg.muted' },
    '&[data-danger]': { color: 'error.fg' },
  },
} as const
