/** `completion/complete`: values for arguments of prompts and for names in addresses. */
import type { Ctx } from '#contract/api.ts'
import { isRecord } from '#wire/json-rpc.ts'
import type { McpApp, McpMethod, McpReply, McpRequest } from './host.ts'
import { listPrompts } from './prompts.ts'
import { ok, refuseMessage } from './reply.ts'
import { listResources, listTemplates, ownResources } from './resource-list.ts'
import { parseUriTemplate } from './uri-template.ts'

/** What a reply may hold at most. */
const MOST_VALUES = 100

export function completionMethods(app: McpApp): readonly (readonly [string, McpMethod])[] {
  return [['completion/complete', async (request, call) => complete(app, request, await call.ctx())]]
}

async function complete(app: McpApp, request: McpRequest, ctx: Ctx): Promise<McpReply> {
  const { ref, argument } = request.params
  if (!isRecord(ref) || !isRecord(argument) || typeof argument.name !== 'string' || typeof argument.value !== 'string')
    return refuseMessage(request, 'Send ref, and argument with name and value.')
  const found = await valuesFor(app, ref, argument.name, argument.value, ctx)
  if (found === undefined) return refuseMessage(request, 'There is no such prompt or resource template.')
  const typed = argument.value.toLowerCase()
  const all = [...new Set(found)].filter((value) => value.toLowerCase().startsWith(typed)).sort()
  const completion = { values: all.slice(0, MOST_VALUES), total: all.length, hasMore: all.length > MOST_VALUES }
  return ok(request, { completion }, app.server)
}

/** Undefined when nothing has this reference. */
async function valuesFor(
  app: McpApp,
  ref: Readonly<Record<string, unknown>>,
  name: string,
  typed: string,
  ctx: Ctx,
): Promise<readonly string[] | undefined> {
  if (ref.type === 'ref/prompt') {
    const prompt = listPrompts(app, ctx).find((one) => one.name === ref.name)
    return prompt && (prompt.complete?.(name, typed, ctx) ?? [])
  }
  if (ref.type !== 'ref/resource' || typeof ref.uri !== 'string') return undefined
  const own = ownResources(app, ctx).find(({ uri }) => uri === ref.uri)
  if (own !== undefined) return own.complete?.(name, typed, ctx) ?? []
  const templates = await listTemplates(app, ctx)
  return templates.some(({ uriTemplate }) => uriTemplate === ref.uri) ? ofPages(app, ref.uri, name, ctx) : undefined
}

/** What stands in the place of a name in the addresses of the pages that there are. */
async function ofPages(app: McpApp, uri: string, name: string, ctx: Ctx): Promise<readonly string[]> {
  const template = parseUriTemplate(uri)
  const resources = await listResources(app, ctx, [])
  return resources.flatMap((resource) => template.match(resource.uri)?.[name] ?? [])
}
