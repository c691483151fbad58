/** Stands for an api module: the client bundle gets a stub instead. */
export async function order(): Promise<unknown> {
  return {}
}
