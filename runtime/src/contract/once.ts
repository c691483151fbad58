/** Returns a function that creates the value at its first call and then returns the same value. */
export function once<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
