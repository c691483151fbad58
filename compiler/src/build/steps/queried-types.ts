/** The last step of a build with an agent: the types of remote tools. */
import { getMessage } from '@fw/runtime/contract'
import { queryBuiltApp } from '../query-built-app.ts'
import { keepRemoteTools, type QueriedServer, REMOTE_TYPES_FILE, writeRemoteTypes } from '../remote-tools.ts'

/**
 * Writes the types of remote tools. Only the loaded app knows its MCP servers; if it can't be loaded here, the build
 * continues with the lock file.
 */
export async function writeQueriedTypes(root: string, log: (line: string) => void): Promise<void> {
  const result = await queryBuiltApp<readonly QueriedServer[]>('remote-tools-process', root)
  if ('value' in result) await keepRemoteTools(result.value, { root, mode: 'hold', log }).catch(warn)
  else await writeRemoteTypes(root, log).catch(warn)

  /** Logs a failure; the build doesn't depend on these types. */
  function warn(error: unknown): void {
    log(`warning  ${REMOTE_TYPES_FILE} is not written: ${getMessage(error)}`)
  }
}
