/** The tool token and addresses that log-out needs, under the keys the tool pages know too. Blocked storage costs nothing more. */
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
      // Without storage the tool opens all the same; its log-out is skipped.
    }
  },
  clear() {
    try {
      for (const key of keys) sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  },
}
