/**
 * The token for S2SPice and, for the logout, the URL of the tool's API and the name of its window. The tool pages use
 * the same keys. Blocked storage is tolerated.
 */
const keys = ['jwtToken', 's2spiceApiUrl', 'openedS2SPiceWindowName'] as const

type ToolKey = (typeof keys)[number]

export const toolStore = {
  read(key: ToolKey): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: ToolKey, value: string) {
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // Without storage the tool still opens, but its logout is skipped.
    }
  },
  clear() {
    try {
      for (const key of keys) sessionStorage.removeItem(key)
    } catch {
      // Nothing was stored.
    }
  },
}
