import type { createProductApi, ProductApi } from '../api/product'

type Call = (...input: unknown[]) => Promise<unknown>

/**
 * The product API, whose client is loaded with the first call, since no page needs it before it is usable. A client that
 * cannot be loaded is a call without an answer, and is tried again by the next one.
 */
export function lazyProductApi(options: Parameters<typeof createProductApi>[0]): ProductApi {
  let loading: Promise<ProductApi> | null = null
  const load = () => {
    loading ??= import('../api/product').then(
      ({ createProductApi }) => createProductApi(options),
      (cause: unknown) => {
        loading = null
        // Without words of its own, so that each caller's fall-back text can take their place.
        throw new Error('', { cause })
      },
    )
    return loading
  }
  return new Proxy({} as ProductApi, {
    get:
      (_, name: keyof ProductApi): Call =>
      async (...input) =>
        ((await load())[name] as Call)(...input),
  })
}
