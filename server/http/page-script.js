// The script of the pages that the server renders. The pages work without it: it applies the site's theme before the
// first paint, and adds a button that shows a password.

{
  const root = document.documentElement
  const year = 31_536_000
  // The site keeps its theme in this cookie (src/ui/theme/theme-choice.ts). The sign-in pages on another host get the
  // theme in a parameter of their URL.
  const { theme = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1] } = root.dataset
  if (theme && !root.dataset.theme) root.dataset.theme = theme
  else if (theme) document.cookie = `theme=${theme}; Path=/; Max-Age=${year}; SameSite=Lax`
}

document.addEventListener('DOMContentLoaded', () => {
  for (const input of document.querySelectorAll('input[type=password]')) {
    const button = document.createElement('button')
    const show = (isShown) => {
      input.type = isShown ? 'text' : 'password'
      button.textContent = isShown ? 'Hide' : 'Show'
      button.setAttribute('aria-label', `${button.textContent} characters`)
    }
    button.type = 'button'
    button.className = 'show'
    button.setAttribute('aria-controls', input.id)
    button.addEventListener('click', () => show(input.type === 'password'))
    show(false)
    input.after(button)
    input.parentElement.classList.add('secret')
    // Browsers offer to save a password only from a password field.
    input.form.addEventListener('submit', () => show(false))
  }
})
