/** Reads the state of a call that needed approval: `pending`, `executed`, `rejected` or `expired`. */
export async function readProposalState(id: string, send: typeof fetch = fetch): Promise<string | undefined> {
  const response = await send(`/_fw/proposals?id=${id}`, { headers: { accept: 'application/json' } })
  const { result } = await response.json()
  return result[0]?.state
}
