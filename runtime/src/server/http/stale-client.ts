/** Calls of code that was built for another version of a function: a page that was open during a deploy. */
import { type ApiRecord, getContract } from '#api/record.ts'
import { FwError } from '#contract/http/error.ts'
import { CONTRACT_HEADER } from '#contract/http/path.ts'
import type { FwRequest } from '#contract/http/request.ts'

/**
 * Throws `stale_client` if the caller was compiled for another contract. Calls without a hash are never refused, such as calls
 * of scripts and agents, and those of functions whose contract isn't compiled. Returns a promise only if the contract has to be
 * loaded, because awaiting it would delay every call by a turn.
 */
export function refuseStaleClient(request: FwRequest, record: ApiRecord): Promise<void> | undefined {
  const sent = request.header(CONTRACT_HEADER)
  if (sent === undefined) return undefined
  const contract = record.contract ?? getContract(record)
  if (contract instanceof Promise) return contract.then(({ hash }) => compareHashes(sent, hash))
  compareHashes(sent, contract.hash)
  return undefined
}

function compareHashes(sent: string, hash = sent): void {
  if (sent !== hash) throw new FwError('stale_client')
}

/** Returns the error for a function that doesn't exist. A compiled caller knew one, so a later version of the app has removed it. */
export function createUnknownTool(request: FwRequest): FwError {
  return new FwError(request.header(CONTRACT_HEADER) === undefined ? 'unknown_tool' : 'stale_client')
}
