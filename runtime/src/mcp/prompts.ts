/** `prompts/list`, `prompts/get`: skills, and what the option `mcp` adds. */
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/error.ts'
import type { McpMessage, McpPrompt } from '#contract/mcp.ts'
import { isRecord } from '#wire/json-rpc.ts'
import type { Conversations } from './conversation.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { sortByKey } from './pages-of.ts'
import { ok, refuseMessage } from './reply.ts'
import { mayRead } from './resource-list.ts'
import { listReply } from './resources.ts'

export function promptMethods(app: McpApp, conversations: Conversations): readonly (readonly [string, McpMethod])[] {
  return [
    [
      'prompts/list',
      async (request, call) =>
        listReply(app, request, 'prompts', listPrompts(app, await call.ctx()).map(toListedPrompt), ({ name }) => name),
    ],
    ['prompts/get', (request, call) => get(app, conversations, request, call)],
  ]
}

/** What this caller may pick, by name. The app's own prompts win over skills of the same name. */
export function listPrompts({ options, skills }: McpApp, ctx: Ctx): readonly McpPrompt[] {
  const own = (options.prompts ?? []).filter(({ scopes }) => mayRead(scopes, ctx))
  const taken = new Set(own.map(({ name }) => name))
  const fromSkills = skills
    .filter(({ name }) => !taken.has(name))
    .map(({ name, description, when, body }) => ({
      name,
      description: when === undefined ? description : `${description} ${when}`,
      arguments: [{ name: 'request', description: 'What to do with it.' }],
      messages: ({ args }: { readonly args: Readonly<Record<string, string>> }) =>
        args.request === undefined || args.request === '' ? body : `${body}\n\n${args.request}`,
    }))
  return sortByKey<McpPrompt>([...own, ...fromSkills], ({ name }) => name)
}

function toListedPrompt({ name, title, description, arguments: args }: McpPrompt) {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    ...(args === undefined || args.length === 0 ? {} : { arguments: args }),
  }
}

async function get(app: McpApp, conversations: Conversations, request: McpRequest, call: McpCall): Promise<McpReply> {
  const { name, arguments: given = {} } = request.params
  if (typeof name !== 'string') return refuseMessage(request, 'The member "name" of params must be a string.')
  const ctx = await call.ctx()
  const prompt = listPrompts(app, ctx).find((one) => one.name === name)
  if (prompt === undefined) return refuseMessage(request, `Unknown prompt: ${name}`)
  const args = readTexts(given)
  if (args === undefined) return refuseMessage(request, 'The member "arguments" of params must be an object of texts.')
  const lacking = (prompt.arguments ?? []).filter((one) => one.required === true && args[one.name] === undefined)
  if (lacking.length > 0)
    return refuseMessage(request, `Missing arguments: ${lacking.map((argument) => argument.name).join(', ')}`)
  return conversations.hold(request, call, { ctx, name, input: args }, async (talk) => {
    try {
      const said = await prompt.messages({ args, ctx, client: talk.client })
      const messages: readonly McpMessage[] =
        typeof said === 'string' ? [{ role: 'user', content: { type: 'text', text: said } }] : said
      return ok(request, { description: prompt.description, messages }, app.server)
    } catch (error) {
      const asked = talk.findQuestion(error)
      if (asked !== undefined) return asked
      if (error instanceof FwError) return refuseMessage(request, error.message)
      throw error
    }
  })
}

function readTexts(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value) || !Object.values(value).every((one) => typeof one === 'string')) return undefined
  return value as Record<string, string> // just checked
}
