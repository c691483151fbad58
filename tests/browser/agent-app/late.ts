/** Loaded by a handler when it is needed. */
export async function callLate(call: () => unknown): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve, 20))
  return call()
}
