/** From the name that a caller wrote to the tool that is meant. */
import { FwError } from '#contract/error.ts'
import type { Deps } from '#contract/message.ts'
import { invalidParams } from './protocol.ts'
import type { Work } from './read-request.ts'

/** The same work with the tool's full name. Throws `INVALID_PARAMS` for a name that is nobody's, which the audit hears of. */
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
  throw invalidParams('message.parts[0].data.tool', 'names no tool of this agent')
}
