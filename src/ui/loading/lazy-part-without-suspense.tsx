import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A component whose code is loaded when it is first rendered, for parts that visitors wait for. The part is shown as
 * soon as its code has loaded, whereas with `lazy`, React would keep the fallback of the Suspense boundary for at least
 * 300 ms. If loading fails, the error is thrown to the nearest error boundary.
 */
export function lazyPartWithoutSuspense<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => (loaded ??= await load())

  function Prompt(props: Props) {
    const [found, setFound] = useState<{ Part: ComponentType<Props> } | { error: unknown } | null>(
      () => loaded && { Part: loaded },
    )
    useEffect(() => {
      if (found) return
      preload().then(
        (Part) => setFound({ Part }),
        (error: unknown) => setFound({ error }),
      )
    }, [found])
    if (!found) return fallback
    if ('error' in found) throw found.error
    return <found.Part {...props} />
  }
  return Object.assign(Prompt, { preload })
}
