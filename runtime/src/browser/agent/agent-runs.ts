/** Number of times that an agent has run code of this page: intents, clicks, filled fields and navigations. */

let runs = 0

/** Records that an agent is about to run code of the page, which may change what a pending call acts on. */
export function noteAgentRun(): void {
  runs++
}

/** Returns the number so far. A pending call doesn't count, because nothing runs. */
export function countAgentRuns(): number {
  return runs
}
