import type { createProductApi, ProductApi } from '../api/product'

type Call = (...input: unknown[]) => Promise<unknown>

/**
 * The product API with a client that is loaded on the first call, because no page needs it to become usable. A failed
 * load rejects like a call without a response, and the next call tries again.
 */
export function lazyProductApi(options: Parameters<typeof createProductApi>[0]): ProductApi {
  let loading: Promise<ProductApi> | null = null
  const load = () => {
    loading ??= import('../api/product').then(
      ({ createProductApi }) => createProductApi(options),
      (cause: unknown) => {
        loading = null
        // No message, so that each caller's fallback text is shown.
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
