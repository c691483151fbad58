/** On the server a test may hold data back until it says so; otherwise nothing waits. */
const gates = globalThis as { fwTestGates?: Map<string, Promise<void>> }

/** Settles when the test opens the gate of this name, at once without one. */
export async function gate(name: string): Promise<void> {
  await gates.fwTestGates?.get(name)
}
