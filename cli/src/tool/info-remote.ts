/** MCP servers of the agent, for `fw info`: whether each responds, and the status of its tools. */
import { getMessage, type RemoteListing, type RemoteSource } from '@fw/runtime/contract'

export interface RemoteReport extends Pick<RemoteSource, 'name' | 'url'> {
  readonly reachable: boolean
  /** Reason if the server isn't reachable. */
  readonly reason?: string
  /** Tools. For an unreachable server, the tools in `mcp-tools.lock.json`. */
  readonly tools: readonly RemoteToolReport[]
}

export interface RemoteToolReport {
  /** Name on the server. */
  readonly tool: string
  /** Name for the agent. */
  readonly name?: string
  /** `unknown` if the server was not reached. */
  readonly state: 'offered' | 'filtered' | 'refused' | 'unknown'
  /** Reason if the tool is refused. */
  readonly reason?: string
  /** Comparison of its description and schema with `mcp-tools.lock.json`. `gone`: the server no longer has the tool. */
  readonly pin: 'pinned' | 'changed' | 'new' | 'gone'
}

const WAIT_MS = 5000

const REASONS: Readonly<Record<Exclude<RemoteListing['left'], undefined | 'filtered'>, string>> = {
  needs_task: 'it only runs as a task, and a turn does not wait for tasks',
  name_too_long: 'its name is longer than models accept',
  name_taken: 'another tool of the server has the same name',
}

/** Queries all servers in parallel, without writing files. Rejects if the lock file can't be read. */
export async function reportRemote(root: string, sources: readonly RemoteSource[]): Promise<readonly RemoteReport[]> {
  if (sources.length === 0) return []
  const { readLock, pinOf } = await import('@fw/compiler/dev')
  const lock = readLock(root) ?? {}
  return Promise.all(
    sources.map(async ({ name, url, list }): Promise<RemoteReport> => {
      const pinned = Object.hasOwn(lock, name) ? lock[name]?.tools : undefined
      try {
        const listed = await list({ timeoutMs: WAIT_MS })
        const names = new Set(listed.map(({ tool }) => tool))
        const gone = Object.keys(pinned ?? {}).filter((tool) => !names.has(tool))
        return {
          name,
          url,
          reachable: true,
          tools: [
            ...listed.map((tool) => ({ ...getState(tool), pin: pinOf(pinned, tool) })),
            ...gone.map((tool) => ({ tool, state: 'unknown', pin: 'gone' }) as const),
          ],
        }
      } catch (error) {
        const tools = Object.entries(pinned ?? {}).map(([tool, { name: full }]) => ({
          tool,
          ...(full !== undefined && { name: full }),
          state: 'unknown' as const,
          pin: 'pinned' as const,
        }))
        return { name, url, reachable: false, reason: getMessage(error), tools }
      }
    }),
  )
}

function getState({ tool, name, left }: RemoteListing): Omit<RemoteToolReport, 'pin'> {
  const named = { tool, ...(name !== undefined && { name }) }
  if (left === undefined) return { ...named, state: 'offered' }
  return left === 'filtered' ? { ...named, state: 'filtered' } : { tool, state: 'refused', reason: REASONS[left] }
}
