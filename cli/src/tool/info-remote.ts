/** The MCP servers of the agent, for `fw info`: which answer, and what becomes of each of their tools. */
import type { RemoteListing, RemoteSource } from '@fw/runtime/contract'

export interface RemoteReport extends Pick<RemoteSource, 'name' | 'url'> {
  readonly reachable: boolean
  /** Why it is not. */
  readonly reason?: string
  /** Of a server that is not reachable: those that `mcp-tools.lock.json` holds. */
  readonly tools: readonly RemoteToolReport[]
}

export interface RemoteToolReport {
  /** The server's name of it. */
  readonly tool: string
  /** The agent's. */
  readonly name?: string
  /** `unknown`: the server was not reached. */
  readonly state: 'offered' | 'filtered' | 'refused' | 'unknown'
  /** Why it is refused. */
  readonly reason?: string
  /** What it says about itself, held against `mcp-tools.lock.json`. `gone`: the server has it no more. */
  readonly pin: 'pinned' | 'changed' | 'new' | 'gone'
}

const WAIT_MS = 5000

const REASONS: Readonly<Record<Exclude<RemoteListing['left'], undefined | 'filtered'>, string>> = {
  name_too_long: 'its name is longer than models take',
  name_taken: 'another tool of the server has its name',
}

/** Asks all of them at once; nothing is written. Rejects for a lock file that cannot be read. */
export async function reportRemote(root: string, sources: readonly RemoteSource[]): Promise<readonly RemoteReport[]> {
  if (sources.length === 0) return []
  const { readLock, pinOf } = await import('@fw/compiler/dev')
  const lock = readLock(root) ?? {}
  return Promise.all(
    sources.map(async ({ name, url, list }): Promise<RemoteReport> => {
      const kept = Object.hasOwn(lock, name) ? lock[name]?.tools : undefined
      try {
        const listed = await list({ timeoutMs: WAIT_MS })
        const names = new Set(listed.map(({ tool }) => tool))
        const gone = Object.keys(kept ?? {}).filter((tool) => !names.has(tool))
        return {
          name,
          url,
          reachable: true,
          tools: [
            ...listed.map((tool) => ({ ...stateOf(tool), pin: pinOf(kept, tool) })),
            ...gone.map((tool) => ({ tool, state: 'unknown', pin: 'gone' }) as const),
          ],
        }
      } catch (error) {
        const tools = Object.entries(kept ?? {}).map(([tool, { name: full }]) => ({
          tool,
          ...(full !== undefined && { name: full }),
          state: 'unknown' as const,
          pin: 'pinned' as const,
        }))
        return { name, url, reachable: false, reason: error instanceof Error ? error.message : String(error), tools }
      }
    }),
  )
}

function stateOf({ tool, name, left }: RemoteListing): Omit<RemoteToolReport, 'pin'> {
  const named = { tool, ...(name !== undefined && { name }) }
  if (left === undefined) return { ...named, state: 'offered' }
  return left === 'filtered' ? { ...named, state: 'filtered' } : { tool, state: 'refused', reason: REASONS[left] }
}
