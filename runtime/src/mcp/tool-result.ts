/** Outcomes of tools as MCP writes them. */
import type { FwError } from '#contract/error.ts'
import { findContentParts } from '#contract/mcp.ts'
import type { Issue } from '#contract/validation.ts'
import { isRecord } from '#wire/json-rpc.ts'
import type { Invoked, McpApp, McpReply, McpRequest } from './host.ts'
import { META_ERROR, META_SERVER_INFO } from './protocol.ts'
import { ok, okJson } from './reply.ts'

/** A refusal as a result: with its issues, so that a model can correct itself. */
export function createFailure(error: Pick<FwError, 'message' | 'code' | 'issues'>): object {
  const lines = (error.issues ?? []).map((issue: Issue) => `- ${issue.path || '(input)'}: ${issue.message}`)
  return {
    content: [{ type: 'text', text: [error.message, ...lines].join('\n') }],
    isError: true,
    _meta: { [META_ERROR]: { code: error.code, ...(error.issues === undefined ? {} : { issues: error.issues }) } },
  }
}

/** Writes what tools answered. */
export interface Results {
  of(request: McpRequest, invoked: Invoked): McpReply
}

/** The result is written around the JSON that the pipeline made: nothing is made JSON twice. */
export function createResults(app: McpApp): Results {
  const modernEnd = `,"_meta":${JSON.stringify({ [META_SERVER_INFO]: app.server })}}`
  return {
    of(request, { wire, json }) {
      const parts = findContentParts(wire)
      if (parts !== undefined) return ok(request, { content: parts }, app.server)
      const modern = request.era === 'modern'
      const text = `"content":[{"type":"text","text":${JSON.stringify(json ?? 'Done.')}}]`
      // Legacy clients take objects only.
      const structured = json !== undefined && (modern || isRecord(wire)) ? `,"structuredContent":${json}` : ''
      return okJson(
        request,
        modern ? `{"resultType":"complete",${text}${structured}${modernEnd}` : `{${text}${structured}}`,
      )
    },
  }
}
