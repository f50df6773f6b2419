// Runs before the app's code; scripts/build.mjs puts it into every page. It knows elements by their attributes alone.

// The loading overlay ends by its own animation when no code takes it away (src/ui/loading-overlay.tsx).
{
  const setInert = (inert) => {
    const overlay = document.querySelector('[data-loading-overlay]')
    for (const element of overlay?.parentElement.children ?? []) element.inert = inert && element !== overlay
  }
  // Not DOMContentLoaded, which waits for the app's code.
  document.addEventListener('readystatechange', () => setInert(document.readyState === 'interactive'), { once: true })
  document.addEventListener('animationend', ({ target }) => {
    if (!target.matches('[data-loading-overlay]')) return
    setInert(false)
    document.documentElement.dataset.uncovered = ''
    // The notice says it better.
    if (!document.getElementById('connection-notice').hidden) return
    console.warn('The page is not ready after 4 seconds. It is shown as it is.')
  })
}

// A form that is sent before its code has arrived is held. Its code carries the press out (src/site/home/early-submit.ts); when
// that fails or takes long, the browser sends the form itself.
{
  const patience = 5_000
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
      setTimeout(() => send(form), patience)
    },
    true,
  )
  addEventListener('vite:preloadError', () => heldForms().forEach(send))
  // Back to a page that the browser kept as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && heldForms().forEach(release))
}

// Says that the connection is the problem when the app's code does not arrive.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.getElementById('connection-notice')?.removeAttribute('hidden')
  },
  true,
)
