/** Outcomes of tools in MCP's form. */

import { findContentParts } from '#contract/agent/mcp.ts'
import type { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import type { Issue } from '#contract/schema/validation.ts'
import type { Invoked, McpApp, McpReply, McpRequest } from './host.ts'
import { META_ERROR, META_SERVER_INFO } from './protocol.ts'
import { ok, okJson } from './reply.ts'

/** Returns a refusal as a result, with its issues, so that a model can correct itself. */
export function createFailure(error: Pick<FwError, 'message' | 'code' | 'issues'>): object {
  const lines = (error.issues ?? []).map((issue: Issue) => `- ${issue.path || '(input)'}: ${issue.message}`)
  return {
    content: [{ type: 'text', text: [error.message, ...lines].join('\n') }],
    isError: true,
    _meta: { [META_ERROR]: { code: error.code, ...(error.issues === undefined ? {} : { issues: error.issues }) } },
  }
}

/** Writes the results of tools. */
export interface ResultWriter {
  write(request: McpRequest, invoked: Invoked): McpReply
}

/** Creates the writer. It embeds the JSON of the pipeline, so that nothing is serialized twice. */
export function createResultWriter(app: McpApp): ResultWriter {
  const modernEnd = `,"_meta":${JSON.stringify({ [META_SERVER_INFO]: app.server })}}`
  return {
    write(request, { wire, json }) {
      const parts = findContentParts(wire)
      if (parts !== undefined) return ok(request, { content: parts }, app.server)
      const modern = request.era === 'modern'
      const text = `"content":[{"type":"text","text":${JSON.stringify(json ?? 'Done.')}}]`
      // Legacy clients accept objects only.
      const structured = json !== undefined && (modern || isRecord(wire)) ? `,"structuredContent":${json}` : ''
      return okJson(
        request,
        modern ? `{"resultType":"complete",${text}${structured}${modernEnd}` : `{${text}${structured}}`,
      )
    },
  }
}
