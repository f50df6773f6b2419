import { useSyncExternalStore } from 'react'

/** Curve colors. They also differ in lightness, and have a contrast of at least 3:1 against the theme's background. */
const light = ['#1b5fa7', '#b8541a', '#0b6b43', '#7b3fa0', '#b42318', '#0e7490', '#7a6200', '#b0307a']
const dark = ['#63a7ee', '#f0a878', '#5fd3a0', '#c79bf0', '#f79990', '#5ed0e6', '#ebd06b', '#f29ac8']

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** Whether the page is in dark mode, for canvas drawings, which cannot use CSS variables. */
export const useIsDark = () =>
  useSyncExternalStore(subscribe, () => document.documentElement.classList.contains('dark'))

export const curveColors = (isDark: boolean) => (isDark ? dark : light)

/**
 * How the curve of one of several networks is drawn: each color is used for a solid line first, then for a dashed one.
 */
export function overlaidLook(isDark: boolean, position: number) {
  const colors = curveColors(isDark)
  return { color: colors[position % colors.length] ?? '', isDashed: position >= colors.length }
}
