/** `completion/complete`: values for arguments of prompts and for parameters of URIs. */
import type { Ctx } from '#contract/api.ts'
import { isRecord } from '#contract/is-object.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { listPrompts } from './prompts.ts'
import { ok, refuseParams } from './reply.ts'
import { findTemplatePattern, listPageResources, ownResources } from './resource-list.ts'
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
  const context = { name: argument.name, typed: argument.value, ctx: await call.ctx(), call }
  const completion = (await completeOwn(app, ref, context)) ?? (await completePages(app, ref, context))
  if (completion === undefined) return refuseParams(request, 'Unknown prompt or resource template.')
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

interface Completion {
  readonly values: readonly string[]
  /** Absent if not all values were counted. */
  readonly total?: number
  readonly hasMore: boolean
}

type Reference = Readonly<Record<string, unknown>>

/** Completes an argument of a prompt, or a parameter of one of the app's own URIs. Returns `undefined` for others. */
async function completeOwn(
  app: McpApp,
  ref: Reference,
  { name, typed, ctx }: CompletionContext,
): Promise<Completion | undefined> {
  const target =
    ref.type === 'ref/prompt'
      ? listPrompts(app, ctx).find((prompt) => prompt.name === ref.name)
      : ref.type === 'ref/resource'
        ? ownResources(app, ctx).find(({ uri }) => uri === ref.uri)
        : undefined
  if (target === undefined) return undefined
  const values = (await target.complete?.(name, typed, ctx)) ?? []
  const isMatch = createMatch(typed)
  const all = [...new Set(values)].filter(isMatch).sort()
  return { values: all.slice(0, MAX_VALUES), total: all.length, hasMore: all.length > MAX_VALUES }
}

/**
 * Completes a parameter with its values in the URIs of the pages that the caller can read. The middleware runs only for
 * pages with a matching value, until there are enough values.
 */
async function completePages(
  app: McpApp,
  ref: Reference,
  { name, typed, call }: CompletionContext,
): Promise<Completion | undefined> {
  if (ref.type !== 'ref/resource' || typeof ref.uri !== 'string') return undefined
  const pages = await call.pages()
  const pattern = await findTemplatePattern(app, pages, ref.uri)
  if (pattern === undefined) return undefined
  const template = parseUriTemplate(ref.uri)
  const isMatch = createMatch(typed)
  const found = new Set<string>()
  const results = pages.select(listPageResources(app, pages.known), ({ page, result }) => {
    const value = page.pattern === pattern ? template.match(result.uri)?.[name] : undefined
    return value === undefined || !isMatch(value) || found.has(value) ? undefined : { page, result: value }
  })
  for await (const value of results) if (found.add(value).size > MAX_VALUES) break
  const values = [...found].slice(0, MAX_VALUES).sort()
  const hasMore = found.size > MAX_VALUES
  return { values, ...(hasMore ? {} : { total: values.length }), hasMore }
}

function createMatch(typed: string): (value: string) => boolean {
  const start = typed.toLowerCase()
  return (value) => value.toLowerCase().startsWith(start)
}
