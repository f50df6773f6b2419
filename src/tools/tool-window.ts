import { PopupBlocked, type ToolId, type ToolWindow } from '../../machines/tools/tool-launch.machine'

/** The name of a tool's window, by which it is found again. */
export const windowNameOf = (tool: ToolId) => `tool-${tool}`

const opened = new Map<ToolId, Window>()

/** Draws the spinner with DOM calls: the blank window inherits this page's policy, which allows no inline style or script. */
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

/** Whether a window is empty. One that shows a tool belongs to another origin, and does not say. */
const isFresh = (popup: Window) => {
  try {
    return popup.location.href === 'about:blank'
  } catch {
    return false
  }
}

/**
 * Opens the tool's named window with a spinner in it, or finds the one in which S2SPice is open. Must run shortly
 * after a press. Throws PopupBlocked.
 */
export function openToolWindow(tool: ToolId, toolName: string): ToolWindow {
  const features = `popup,width=${Math.min(1280, screen.availWidth)},height=${Math.min(900, screen.availHeight)}`
  // A third party's window has no opener any more, so this page may not lead it anywhere.
  if (tool !== 's2spice') opened.get(tool)?.close()
  // Without an address, a window of that name that is open stays where it is.
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

/** Sends the tool's window to its address. A third party gets no handle on this page; S2SPice keeps it for log-out. */
export function navigateToolWindow(tool: ToolId, address: string) {
  const popup = opened.get(tool)
  if (!popup || popup.closed) return
  if (tool !== 's2spice') popup.opener = null
  popup.location.replace(address)
}

/** Closes the tool's window; false when this page opened none. */
export function closeToolWindow(tool: ToolId): boolean {
  opened.get(tool)?.close()
  return opened.delete(tool)
}

/** Closes a window that an earlier load of this page opened under the name. Whether the browser let us reach it. */
export function closeWindowNamed(name: string): boolean {
  const found = window.open('', name)
  found?.close()
  return found !== null
}
