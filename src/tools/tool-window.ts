import { PopupBlocked, type ToolId, type ToolWindow } from '../../machines/tools/tool-launch.machine'

/** The name of a tool's window, used to find it again. */
export const windowNameOf = (tool: ToolId) => `tool-${tool}`

const opened = new Map<ToolId, Window>()

/**
 * Draws the spinner with DOM calls, because the blank window inherits this page's CSP, which blocks inline styles and
 * scripts.
 */
function drawSpinner({ document: page }: Window, toolName: string) {
  page.title = toolName
  page.documentElement.lang = 'en'
  const body = page.body
  body.replaceChildren()
  Object.assign(body.style, {
    margin: '0',
    height: '100vh',
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '16px',
    font: '16px system-ui, sans-serif',
    color: '#46566b',
  })
  const ring = page.createElement('div')
  Object.assign(ring.style, {
    width: '40px',
    height: '40px',
    border: '4px solid #dde4e1',
    borderTopColor: '#0b6b43',
    borderRadius: '50%',
  })
  ring.animate([{ transform: 'rotate(0deg)' }, { transform: 'rotate(360deg)' }], {
    duration: 800,
    iterations: Number.POSITIVE_INFINITY,
  })
  const text = page.createElement('p')
  text.textContent = `Opening ${toolName}...`
  text.setAttribute('role', 'status')
  body.append(ring, text)
}

/** Whether a window is blank. A window with a tool is cross-origin, so reading its location throws. */
const isFresh = (popup: Window) => {
  try {
    return popup.location.href === 'about:blank'
  } catch {
    return false
  }
}

/**
 * Opens the tool's named window with a spinner, or focuses the one in which S2SPice is already open. Must run shortly
 * after a click. Throws PopupBlocked if the browser does not open the window.
 */
export function openToolWindow(tool: ToolId, toolName: string): ToolWindow {
  const features = `popup,width=${Math.min(1280, screen.availWidth)},height=${Math.min(900, screen.availHeight)}`
  // A third-party window no longer has an opener, so this page cannot navigate it. It is closed, and a new one is
  // opened.
  if (tool !== 's2spice') opened.get(tool)?.close()
  // An empty URL leaves an open window of that name on its current page.
  const popup = window.open('', windowNameOf(tool), features)
  if (!popup) throw new PopupBlocked()
  opened.set(tool, popup)
  if (!isFresh(popup)) {
    popup.focus()
    return 'kept'
  }
  drawSpinner(popup, toolName)
  return 'fresh'
}

/**
 * Navigates the tool's window to its URL. A third-party window loses its opener; the one of S2SPice keeps it for the
 * logout.
 */
export function navigateToolWindow(tool: ToolId, address: string) {
  const popup = opened.get(tool)
  if (!popup || popup.closed) return
  if (tool !== 's2spice') popup.opener = null
  popup.location.replace(address)
}

/** Brings the tool's window to the front. */
export const showToolWindow = (tool: ToolId) => opened.get(tool)?.focus()

/** Closes the tool's window. Returns false if this page opened none. */
export function closeToolWindow(tool: ToolId): boolean {
  opened.get(tool)?.close()
  return opened.delete(tool)
}

/** Closes a window that an earlier load of this page opened. Returns whether the browser allowed access to it. */
export function closeWindowNamed(name: string): boolean {
  const found = window.open('', name)
  found?.close()
  return found !== null
}
