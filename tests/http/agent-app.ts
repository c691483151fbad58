/** A small shop with an agent, and a scripted model behind it. */
import { afterEach, beforeEach } from 'vitest'
import { defineAgent } from '../../runtime/src/agent.ts'
import type { AgentConfig } from '../../runtime/src/contract/agent/agent.ts'
import { api, int, list, schema, str } from '../../runtime/src/index.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import type { ScriptedFormat, ScriptedModel, ScriptedStep } from '../../runtime/src/testing.ts'
import { strictModel } from '../support/vendors/strict-model.ts'

/** What ran, in order. */
export const ran: string[] = []

export const shop = {
  search: api({
    description: 'Finds products.',
    readonly: true,
    input: schema({ query: str({ min: 2 }) }),
    output: schema({ names: list(str()) }),
    run: ({ input }) => {
      ran.push(`search ${input.query}`)
      return { names: [`${input.query} pot`] }
    },
  }),
  refund: api({
    description: 'Refunds an order.',
    guard: 'confirm',
    input: schema({ amount: int() }),
    run: ({ input }) => {
      ran.push(`refund ${input.amount}`)
      return { refunded: input.amount }
    },
  }),
  send: api({
    description: 'Sends a parcel.',
    effect: 'irreversible',
    run: () => {
      ran.push('send')
      return { sent: true }
    },
  }),
  wipe: api({ description: 'Removes everything.', guard: 'forbidden', run: () => ran.push('wipe') }),
  report: api({ description: 'For staff.', scopes: ['staff'], run: () => ({ total: 3 }) }),
  rows: api({ description: 'Many rows.', run: () => Array.from({ length: 5000 }, (_, id) => ({ id, name: 'tea' })) }),
  broken: api({
    description: 'Throws.',
    run: (): { ok: boolean } => {
      throw new Error('out of tea at /srv/app/tea.ts')
    },
  }),
}

const models: ScriptedModel[] = []

/** Called by each file that uses this one: files share modules, and hooks belong to the file that registers them. */
export function tidyAfterEach(): void {
  beforeEach(() => {
    ran.length = 0
  })
  afterEach(async () => {
    for (const model of models.splice(0)) await model.close()
  })
}

export interface AgentSetup {
  readonly config?: AgentConfig
  readonly format?: ScriptedFormat
  readonly options?: FwServerOptions
}

/** Server options whose agent talks to a model that plays `steps`. */
export async function withModel(
  steps: readonly ScriptedStep[],
  { config = {}, format = 'anthropic', options = {} }: AgentSetup = {},
): Promise<{ options: FwServerOptions; model: ScriptedModel }> {
  const model = await strictModel(steps)
  models.push(model)
  const agent = defineAgent(config, { env: model.env(format) })
  return { model, options: { apis: { shop }, agent, ...options } }
}

/** A request of one line. */
export const ask = (content: string, more: object = {}) => ({
  messages: [{ role: 'user', content }],
  path: '/',
  ...more,
})

/** Returns the results in the model's last request, parsed and without fences. */
export function toldResults(model: ScriptedModel): unknown[] {
  const { messages } = (model.requests.at(-1)?.body ?? { messages: [] }) as { messages: { content: unknown }[] }
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter((block: { type: string }) => block.type === 'tool_result')
    .map(
      ({ content }: { content: string }) =>
        JSON.parse(content.replace(/^<data-\w+>\n|\n<\/data-\w+>$/g, '')) as unknown,
    )
}
