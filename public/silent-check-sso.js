// Hands the provider's answer, which stands in this frame's address, to the page that opened the frame.
parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin)
