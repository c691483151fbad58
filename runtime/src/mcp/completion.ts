/** `completion/complete`: values for arguments of prompts and for parameters of URIs. */
import type { Ctx } from '#contract/api.ts'
import { isRecord } from '#contract/is-object.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { listPrompts } from './prompts.ts'
import { ok, refuseParams } from './reply.ts'
import { listResources, listTemplates, ownResources } from './resource-list.ts'
import { parseUriTemplate } from './uri-template.ts'

/** Limit of values in a reply, which MCP defines. */
const MAX_VALUES = 100

export function completionMethods(app: McpApp): readonly (readonly [string, McpMethod])[] {
  return [['completion/complete', (request, call) => complete(app, request, call)]]
}

async function complete(app: McpApp, request: McpRequest, call: McpCall): Promise<McpReply> {
  const { ref, argument } = request.params
  if (!isRecord(ref) || !isRecord(argument) || typeof argument.name !== 'string' || typeof argument.value !== 'string')
    return refuseParams(request, 'Send ref, and argument with name and value.')
  const ctx = await call.ctx()
  const candidates = await listCandidates(app, ref, { name: argument.name, typed: argument.value, ctx, call })
  if (candidates === undefined) return refuseParams(request, 'Unknown prompt or resource template.')
  const typed = argument.value.toLowerCase()
  const all = [...new Set(candidates)].filter((value) => value.toLowerCase().startsWith(typed)).sort()
  const completion = { values: all.slice(0, MAX_VALUES), total: all.length, hasMore: all.length > MAX_VALUES }
  return ok(request, { completion }, app.server)
}

/** The argument to complete, and its request. */
interface CompletionContext {
  /** Name of the argument. */
  readonly name: string
  readonly typed: string
  readonly ctx: Ctx
  readonly call: McpCall
}

/** Returns the candidate values, or `undefined` if the reference is unknown. */
async function listCandidates(
  app: McpApp,
  ref: Readonly<Record<string, unknown>>,
  { name, typed, ctx, call }: CompletionContext,
): Promise<readonly string[] | undefined> {
  if (ref.type === 'ref/prompt') {
    const prompt = listPrompts(app, ctx).find((one) => one.name === ref.name)
    return prompt && (prompt.complete?.(name, typed, ctx) ?? [])
  }
  if (ref.type !== 'ref/resource' || typeof ref.uri !== 'string') return undefined
  const own = ownResources(app, ctx).find(({ uri }) => uri === ref.uri)
  if (own !== undefined) return own.complete?.(name, typed, ctx) ?? []
  const pages = await call.pages()
  const isKnown = listTemplates(app, ctx, pages).some(({ uriTemplate }) => uriTemplate === ref.uri)
  if (!isKnown) return undefined
  // The values of this parameter in the URIs of the pages that the caller can read.
  const template = parseUriTemplate(ref.uri)
  const resources = listResources(app, ctx, { pages, stores: [] })
  return resources.flatMap((resource) => template.match(resource.uri)?.[name] ?? [])
}
