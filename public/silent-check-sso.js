// Hands the provider's answer, which stands in this page's address, to the page that opened the frame or the window. A
// window is kept: a tool opens in it next.
;(window.opener ?? parent).postMessage(
  { source: 'oidc-client', url: location.href, keepOpen: window.opener !== null },
  location.origin,
)
