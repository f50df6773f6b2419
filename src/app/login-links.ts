/** The login URL in prerendered pages, which do not know the runtime configuration. */
export const prerenderedLoginUrl = '/workspace'

/** Points the login links of a prerendered page to the configured URL. Links in the same tab lead to the workspace itself. */
export function setLoginLinks(loginUrl: string) {
  if (loginUrl === prerenderedLoginUrl) return
  for (const link of document.querySelectorAll(`a[href="${prerenderedLoginUrl}"][target=_blank]`)) {
    link.setAttribute('href', loginUrl)
  }
}
