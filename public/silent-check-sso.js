// Posts the provider's response, which is in this page's URL, to the page that opened the iframe or window.
;(window.opener ?? parent).postMessage(location.href, location.origin)
