// Sets the chosen theme before the first paint; light unless dark was chosen. src/ui/theme-toggle.tsx writes the choice.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark')
} catch {
  // Storage may be blocked: then the page stays light.
}
