// Applies the stored theme before the first paint; the default is light. src/ui/theme-toggle.tsx stores the choice.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark')
} catch {
  // Storage is blocked: the page stays light.
}
