/**
 * Chromium reports the language `en-US@posix` if the environment is LANG=C, as it is on many workstations with design
 * tools. Intl rejects this language, which would make uPlot fail when it is loaded.
 */
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
}
