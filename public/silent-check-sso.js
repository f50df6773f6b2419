// Posts the provider's response in this page's address to the page that opened the iframe or window. A window stays open,
// because a tool opens in it next.
;(window.opener ?? parent).postMessage(
  { source: 'oidc-client', url: location.href, keepOpen: window.opener !== null },
  location.origin,
)
