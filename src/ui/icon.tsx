/**
 * A Material Design icon, by its path from @mdi/js, so that only the paths used are shipped. Decorative unless it has
 * a `label`; a button takes its name from its text or aria-label, not from here.
 */
export function Icon({ path, size = '1.25em', label }: { path: string; size?: string; label?: string }) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" focusable="false" {...naming}>
      <path d={path} />
    </svg>
  )
}
