/**
 * Creates a value when it is first used. Meant for the formatters and collators of Intl: creating the first one makes
 * the browser load its locale data, which takes 20 ms on a fast machine, so none may be created while a page loads.
 */
export function onFirstUse<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}
