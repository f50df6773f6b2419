/** The login URL in prerendered pages, which are built without the runtime configuration. */
export const prerenderedLoginUrl = '/workspace'

/**
 * Points the login links of a prerendered page, which open a new tab, to the configured URL. Other links do not change.
 */
export function setLoginLinks(loginUrl: string) {
  if (loginUrl === prerenderedLoginUrl) return
  for (const link of document.querySelectorAll(`a[href="${prerenderedLoginUrl}"][target=_blank]`)) {
    link.setAttribute('href', loginUrl)
  }
}
