/**
 * A Material Design icon. It takes a path from @mdi/js, so that only the used paths are bundled. It is decorative
 * unless it has a `label`; a button gets its accessible name from its text or aria-label instead.
 */
export function Icon({ path, size = '1.25em', label }: { path: string; size?: string; label?: string }) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" focusable="false" {...naming}>
      <path d={path} />
    </svg>
  )
}
