/** Approved calls of remote tools. They run outside of a turn, perhaps in another process than the turn that made them. */
import { type McpContent, toolContent } from '#contract/agent/mcp.ts'
import type { Attachment } from '#contract/agent/message.ts'
import type { RemoteCallOptions, RemoteCalls, RemoteDeps } from '#contract/agent/remote-source.ts'
import type { ToolDescription } from '#contract/approval/shown-call.ts'
import { FwError } from '#contract/http/error.ts'
import type { CallStep } from './held-calls.ts'

interface CallableTool {
  readonly name: string
  readonly about: ToolDescription
  call(input: unknown, options: RemoteCallOptions & { readonly signal: AbortSignal }): Promise<CallStep>
}

/** @param list Returns the tools that the app allows. */
export function createRemoteCalls(list: (deps: RemoteDeps) => Promise<readonly CallableTool[]>): RemoteCalls {
  const find = async (tool: string, deps: RemoteDeps) => (await list(deps)).find(({ name }) => name === tool)
  return {
    describe: async (tool, deps) => (await find(tool, deps))?.about,
    async call(tool, input, deps, options) {
      const found = await find(tool, deps)
      if (found === undefined)
        throw new FwError('unknown_tool', { message: `${tool} is not available: its server may not respond.` })
      // A user who closes the page doesn't interrupt the call.
      const { signal } = new AbortController()
      const outcome = await found.call(input, { ...options, signal }).catch((error: unknown) => {
        if (error instanceof FwError) throw error
        deps.warn(`The remote tool ${tool} failed.`, error)
        throw new FwError('unavailable', { message: `${tool} has not responded. It may have run.` })
      })
      if ('asked' in outcome) return outcome
      const { ok, value, files } = outcome
      if (ok) return { value: files === undefined ? value : toolContent(...toParts(value, files)) }
      throw new FwError('unavailable', { message: `The server of ${tool} refused the call: ${cut(value)}` })
    },
  }
}

/** Returns the result with its files as content that the model reads like that of the app's own tools. */
function toParts(value: unknown, files: readonly Attachment[]): readonly McpContent[] {
  const parts = files.map(({ mediaType, data, name = '' }): McpContent => {
    const kind = /^(image|audio)\//.exec(mediaType)?.[1] as 'image' | 'audio' | undefined
    return kind === undefined
      ? { type: 'resource', resource: { uri: `file:///${encodeURIComponent(name)}`, mimeType: mediaType, blob: data } }
      : { type: kind, data, mimeType: mediaType }
  })
  return value === '' ? parts : [{ type: 'text', text: toText(value) }, ...parts]
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const MESSAGE_MAX = 1_000

function cut(value: unknown): string {
  const text = toText(value)
  return text.length > MESSAGE_MAX ? `${text.slice(0, MESSAGE_MAX)}…` : text
}
