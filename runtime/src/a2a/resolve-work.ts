/** Resolves the name that a caller sent to the tool. */

import type { Deps } from '#contract/agent/message.ts'
import { FwError } from '#contract/http/error.ts'
import { createParamsError } from './protocol.ts'
import type { Work } from './read-request.ts'

/**
 * Returns the work with the tool's full name.
 *
 * @throws A2aError `INVALID_PARAMS` for an unknown name, which is audited.
 */
export async function resolveWork(
  work: Work,
  names: ReadonlyMap<string, string>,
  deps: Pick<Deps, 'invoke'>,
): Promise<Work> {
  if (work.kind !== 'call') return work
  const tool = names.get(work.tool)
  if (tool !== undefined) return { ...work, tool }
  try {
    // The pipeline refuses and audits it.
    await deps.invoke(work.tool, work.input)
  } catch (error) {
    if (!(error instanceof FwError)) throw error
  }
  throw createParamsError('message.parts[0].data.tool', 'must be the name of a tool of this agent')
}
