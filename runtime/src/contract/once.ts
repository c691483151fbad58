/** Makes it at the first call. */
export function once<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
