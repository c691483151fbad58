/** Gates that delay data on the server until a test opens them. Without a test, data isn't delayed. */
const gates = globalThis as { fwTestGates?: Map<string, Promise<void>> }

/** Settles when the test opens the gate of this name, at once without one. */
export async function gate(name: string): Promise<void> {
  await gates.fwTestGates?.get(name)
}
