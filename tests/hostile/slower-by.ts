type Call = () => Promise<{ status: number }>

/**
 * Returns how many times slower the first call is than the second: medians of alternating calls, which must all return
 * 200.
 */
export async function slowerBy({ abused, untouched }: { abused: Call; untouched: Call }): Promise<number> {
  const times: [number, number][] = []
  const timed = async (call: Call) => {
    const begin = performance.now()
    const { status } = await call()
    if (status !== 200) throw new Error(`It answered ${status}.`)
    return performance.now() - begin
  }
  for (let n = 0; n < CALLS; n++) times.push([await timed(abused), await timed(untouched)])
  const median = (side: 0 | 1) => times.map((pair) => pair[side]).toSorted((a, b) => a - b)[(CALLS - 1) / 2] ?? 0
  return median(0) / median(1)
}

const CALLS = 101
