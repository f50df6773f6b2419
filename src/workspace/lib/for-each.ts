/** The maximum number of concurrent calls when each of many files needs a call of its own. */
const callsAtOnce = 4

/**
 * Makes a call for each item, a few at a time. Resolves with the answers in the order in which they arrive. Continues
 * after a failure, and finally rejects with the first failure.
 */
export async function forEach<Item, Answer>(
  items: readonly Item[],
  act: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const waiting = [...items]
  const answers: Answer[] = []
  const failures: unknown[] = []
  const makeCalls = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        answers.push(await act(item))
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, makeCalls))
  if (failures.length > 0) throw failures[0]
  return answers
}
