// Runs before the app's code; scripts/build.mjs adds it to every page. It finds elements by tags and attributes.

// A page that opens at its top skips the layout of its sections below the window (index.html) until its first script
// has run, and then lays them out one after the other while it waits for the session check. Otherwise, everything would
// be laid out again each time a part of the page or a font arrives.
if (performance.getEntriesByType('navigation')[0]?.type === 'navigate' && !location.hash) {
  document.documentElement.dataset.fromTop = ''
  const layOut = ([section, ...others]) => {
    if (!section || !document.querySelector('[data-loading-overlay]')) return
    section.style.contentVisibility = 'visible'
    whenIdle(others)
  }
  const whenIdle = (sections) => (window.requestIdleCallback ?? setTimeout)(() => layOut(sections))
  document.addEventListener('DOMContentLoaded', () => whenIdle(document.querySelectorAll('main > section')))
}

// The loading overlay ends with its own animation if no code removes it earlier (src/app/loading-overlay.ts). Until
// then, the Tab key does not move the focus to the page behind it. If the page were made inert instead, the styles of
// all its elements would be computed again, twice.
{
  const isCovered = () =>
    !('uncovered' in document.documentElement.dataset) && document.querySelector('[data-loading-overlay]') !== null
  document.addEventListener('keydown', (event) => event.key === 'Tab' && isCovered() && event.preventDefault(), true)
  document.addEventListener('animationend', ({ animationName }) => {
    if (animationName !== 'uncover') return
    document.documentElement.dataset.uncovered = ''
    delete document.documentElement.dataset.fromTop
    // The connection notice already explains the problem.
    if (!document.getElementById('connection-notice').hidden) return
    console.warn('The page is not ready after 4 seconds. It is shown as is.')
  })
}

// Notes that the visitor does something before the code that listens for it has loaded (src/site/page-code.ts).
for (const type of ['pointermove', 'pointerdown', 'scroll', 'focusin', 'keydown', 'dragenter']) {
  const notice = ({ movementX, movementY }) => {
    // A browser also reports a resting pointer when the page is laid out under it.
    if (type === 'pointermove' && movementX === 0 && movementY === 0) return
    document.documentElement.dataset.noticed = ''
    document.removeEventListener(type, notice, { capture: true })
  }
  document.addEventListener(type, notice, { capture: true, passive: true })
}

// Notes presses of buttons in parts that are not hydrated yet, until src/ui/loading/early-press.ts takes over. That
// code starts only once the configuration has arrived, which may be after the loading overlay has ended. Links need no
// help: the browser follows them.
document.earlyPresses = []
document.addEventListener(
  'click',
  (event) => {
    if (event.target.closest?.('[data-later] button:not([type=submit])')) document.earlyPresses?.push(event)
  },
  true,
)

// Holds a form that is submitted before it is hydrated. The form's code then submits it
// (src/site/home/early-submit.ts). If that code fails to load or takes too long, the browser submits the form natively.
{
  const delayMs = 5_000
  const setReadOnly = (form, readOnly) => {
    for (const field of form.querySelectorAll('input, textarea')) field.readOnly = readOnly
  }
  const release = (form) => {
    if (!('held' in form.dataset)) return false
    delete form.dataset.held
    setReadOnly(form, false)
    return true
  }
  const heldForms = () => document.querySelectorAll('form[data-held]')
  const send = (form) => {
    if (release(form)) form.submit()
  }
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!form.matches('[data-holds-press]') || 'ready' in form.dataset) return
      event.preventDefault()
      if ('held' in form.dataset) return
      form.dataset.held = ''
      setReadOnly(form, true)
      setTimeout(() => send(form), delayMs)
    },
    true,
  )
  addEventListener('vite:preloadError', () => heldForms().forEach(send))
  // The page was restored from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && heldForms().forEach(release))
}

// Shows the connection notice if the app's code fails to load.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.getElementById('connection-notice')?.removeAttribute('hidden')
  },
  true,
)

// Keeps a board file that is dropped or chosen on a page with a drop zone, and has the page's code loaded. That code
// takes the file over (src/site/pricing/given-files.ts).
{
  const give = (zone, files, isFolder) => {
    document.givenBoard = { files: [...files], isFolder }
    const status = zone.querySelector('[data-board-status]')
    if (status) status.textContent = `Opening ${files[0].name}...`
    document.documentElement.dataset.noticed = ''
    document.dispatchEvent(new Event('boardgiven'))
    // Pretends that the form is used, because a drop does not count as a use.
    zone.dispatchEvent(new Event('focusin', { bubbles: true }))
  }
  // The code that reads the board loads while the visitor is still dragging or choosing the file.
  const expect = () => {
    if (document.boardExpected) return
    document.boardExpected = true
    document.dispatchEvent(new Event('boardexpected'))
  }
  document.addEventListener('click', ({ target }) => target.matches?.('[data-board-input]') && expect())
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('[data-board-input]') || target.files.length === 0) return
    give(target.closest('[data-board-zone]'), target.files, false)
    // Otherwise, choosing the same file again would not be a change.
    target.value = ''
  })
  // A visitor who follows a link to the sample board or to a file of the sample report, or returns to a kept board
  // (src/workspace/pricing/kept-board.ts), needs the page's code even before doing anything.
  try {
    const { pathname, search } = location
    const isLinked =
      (pathname === '/price' && search.includes('board=sample')) ||
      (pathname === '/sample-report' && search.includes('file='))
    if (isLinked || (pathname === '/price' && localStorage['board-kept'])) document.documentElement.dataset.noticed = ''
  } catch {
    // The browser blocks storage, so nothing is kept.
  }
  for (const type of ['dragover', 'dragleave', 'drop']) {
    document.addEventListener(type, (event) => {
      const zone = document.querySelector('[data-board-zone]')
      const { dataTransfer } = event
      if (!zone || !dataTransfer.types.includes('Files')) return
      // Otherwise, the browser would leave the page and open the file, wherever it is dropped.
      event.preventDefault()
      zone.toggleAttribute('data-over', type === 'dragover')
      expect()
      if (type !== 'drop' || dataTransfer.files.length === 0) return
      give(zone, dataTransfer.files, dataTransfer.items[0].webkitGetAsEntry()?.isDirectory ?? false)
    })
  }
}
