/** `prompts/list` and `prompts/get`: skills, and the prompts of the option `mcp`. */

import type { McpMessage, McpPrompt } from '#contract/agent/mcp.ts'
import { describeSkill } from '#contract/agent/skill.ts'
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import type { Conversations } from './conversation.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { sortByKey } from './paginate.ts'
import { ok, refuseParams } from './reply.ts'
import { mayRead } from './resource-list.ts'
import { replyWithList } from './resources.ts'

export function listPromptsMethod(app: McpApp): McpMethod {
  return async (request, call) => {
    const prompts = listPrompts(app, await call.ctx()).map(toListedPrompt)
    return replyWithList(app, request, 'prompts', prompts, ({ name }) => name)
  }
}

export function getPromptMethod(app: McpApp, conversations: Conversations): McpMethod {
  return (request, call) => get(app, conversations, request, call)
}

/** Returns the prompts of this caller by name. The app's own prompts win over skills of the same name. */
export function listPrompts({ options, skills }: McpApp, ctx: Ctx): readonly McpPrompt[] {
  const own = (options.prompts ?? []).filter(({ scopes }) => mayRead(scopes, ctx))
  const taken = new Set(own.map(({ name }) => name))
  const fromSkills = skills
    .filter(({ name }) => !taken.has(name))
    .map(({ name, body, ...skill }) => ({
      name,
      description: describeSkill(skill),
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
  const { name, arguments: rawArgs = {} } = request.params
  if (typeof name !== 'string') return refuseParams(request, 'The member "name" of params must be a string.')
  const ctx = await call.ctx()
  const prompt = listPrompts(app, ctx).find((one) => one.name === name)
  if (prompt === undefined) return refuseParams(request, `Unknown prompt: ${name}`)
  const args = readStrings(rawArgs)
  if (args === undefined) return refuseParams(request, 'The member "arguments" of params must be an object of strings.')
  const missing = (prompt.arguments ?? []).filter((one) => one.required === true && args[one.name] === undefined)
  if (missing.length > 0)
    return refuseParams(request, `Missing arguments: ${missing.map((argument) => argument.name).join(', ')}`)
  return conversations.start(request, call, { ctx, name, input: args }, async (talk) => {
    try {
      const content = await prompt.messages({ args, ctx, client: talk.client })
      const messages: readonly McpMessage[] =
        typeof content === 'string' ? [{ role: 'user', content: { type: 'text', text: content } }] : content
      return ok(request, { description: prompt.description, messages }, app.server)
    } catch (error) {
      const question = talk.findQuestion(error)
      if (question !== undefined) return question
      if (error instanceof FwError) return refuseParams(request, error.message)
      throw error
    }
  })
}

function readStrings(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value) || !Object.values(value).every((one) => typeof one === 'string')) return undefined
  return value as Record<string, string> // checked above
}
