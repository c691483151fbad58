/** An app with untrusted content, an agent that obeys all instructions, and an attacker's server that it reads. */
import { defineAgent } from '../../../runtime/src/agent.ts'
import { webhookChannel } from '../../../runtime/src/channels.ts'
import type { Proposal } from '../../../runtime/src/contract/agent/proposal.ts'
import { serve } from '../../../runtime/src/host.ts'
import { api, FwError, int, list, obj, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, createSessionStore, type FwServerOptions } from '../../../runtime/src/server.ts'
import type { ScriptedRequest, ScriptedStep } from '../../../runtime/src/testing.ts'
import { type InjectedDocument, SECRET } from '../../corpus/injected-document.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { onPage, pageStore } from './agent-page.ts'

/** Effects in the app and in the attacker's server, in order. */
export interface Ledger {
  /** What cannot be undone. */
  readonly done: [tool: string, input: unknown][]
  /** What changed something that can be undone, or only read. */
  readonly harmless: string[]
  /** Requests to the attacker's server. */
  readonly remote: string[]
}

function deskApis(ledger: Ledger, texts: ReadonlyMap<string, string>) {
  const irreversible = <Input>(name: string, description: string, input: Parameters<typeof schema>[0]) =>
    api({
      description,
      effect: 'irreversible',
      input: schema(input),
      run: ({ input: given }) => {
        ledger.done.push([`api.desk.${name}`, given as Input])
        return { ok: true }
      },
    })
  return {
    mail: irreversible('mail', 'Sends a mail.', { to: str(), body: str() }),
    pay: irreversible('pay', 'Pays.', { to: str(), cents: int() }),
    remove: irreversible('remove', 'Removes for good.', { what: str() }),
    publish: irreversible('publish', 'Publishes a text.', { text: str() }),
    refund: api({
      description: 'Refunds an order.',
      guard: 'confirm',
      input: schema({ order: str(), cents: int() }),
      run: ({ input }) => {
        ledger.done.push(['api.desk.refund', input])
        return { ok: true }
      },
    }),
    note: api({
      description: 'Notes something.',
      input: schema({ text: str() }),
      run: ({ input }) => void ledger.harmless.push(`note ${input.text}`),
    }),
    wipe: api({
      description: 'Removes everything.',
      guard: 'forbidden',
      run: () => void ledger.done.push(['api.desk.wipe', {}]),
    }),
    orders: api({
      description: 'The orders of the person.',
      readonly: true,
      output: schema({ orders: list(obj({ id: str(), code: str() })) }),
      run: () => {
        ledger.harmless.push('orders')
        return { orders: [{ id: 'A-1', code: SECRET }] }
      },
    }),
    review: api({
      description: 'What somebody wrote about a product.',
      readonly: true,
      input: schema({ id: str() }),
      output: schema({ text: str().untrusted() }),
      run: ({ input }) => {
        if (input.id === 'refused') throw new FwError('not_found', { message: 'The author of "Buy it!" deleted it.' })
        return { text: texts.get(input.id) ?? '' }
      },
    }),
  }
}

function docsApis({ remote }: Ledger, texts: ReadonlyMap<string, string>) {
  return {
    read: api({
      description: 'Reads a page.',
      readonly: true,
      input: schema({ id: str() }),
      run: ({ input }) => ({ text: texts.get(input.id) ?? '' }),
    }),
    search: api({
      description: 'Searches.',
      readonly: true,
      input: schema({ query: str() }),
      run: ({ input }) => {
        remote.push(`search ${input.query}`)
        return { hits: [] }
      },
    }),
    post: api({
      description: 'Posts a comment.',
      input: schema({ text: str() }),
      run: ({ input }) => {
        remote.push(`post ${input.text}`)
        return { posted: true }
      },
    }),
  }
}

export interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

export interface InjectionApp {
  readonly ledger: Ledger
  /** Documents by id, for those who read them. */
  readonly texts: Map<string, string>
  /** Untrusted content in a store of the open page. */
  readonly shown: { words: string }
  /** Everything that was parked since this was last emptied. */
  readonly parked: Proposal[]
  /** Requests that the model got since this was last emptied. */
  readonly asked: ScriptedRequest[]
  /** The next step of the model. */
  play(...steps: readonly ScriptedStep[]): void
  send(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Cookie of a person who is signed in. */
  readonly ann: Record<string, string>
  readonly channel: Record<string, string>
  forget(): void
  close(): Promise<void>
}

const SECRET_OF_CHANNEL = 'a-long-secret'

export async function openInjectionApp(): Promise<InjectionApp> {
  const ledger: Ledger = { done: [], harmless: [], remote: [] }
  const texts = new Map<string, string>()
  const shown = { words: '' }
  const parked: Proposal[] = []
  const asked: ScriptedRequest[] = []
  const model = await strictModel()
  const script: ScriptedStep[] = []
  const next: ScriptedStep = (request) => {
    asked.push(request)
    const step = script.shift() ?? { status: 500, message: 'Nothing is left to play.' }
    return typeof step === 'function' ? step(request) : step
  }
  const docs = await serve(createFwServer({ apis: { docs: docsApis(ledger, texts) }, log: () => undefined }), {
    port: 0,
    drainMs: 50,
  })
  const session = createSessionStore<{ user: string }>({ secret: 'a secret of enough characters for anybody' })
  const options: FwServerOptions = {
    apis: { desk: deskApis(ledger, texts) },
    agent: onPage(
      defineAgent(
        { memory: true, mcp: { url: `${docs.url}/_fw/mcp`, name: 'docs', allowPrivate: true, trustHints: true } },
        { env: model.env() },
      ),
      () => pageStore(shown),
    ),
    session,
    ctxFor: (_, { session: data }) => ({ userId: (data as { user: string } | undefined)?.user }),
    channels: { support: webhookChannel({ secret: SECRET_OF_CHANNEL }) },
    skills: [{ name: 'tea', description: 'About tea.', tools: [], body: 'Boil water.', file: 'src/skills/tea.md' }],
    onProposal: (proposal) => void parked.push(proposal),
    log: () => undefined,
  }
  const server = createFwServer(options)
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    server.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  return {
    ledger,
    texts,
    shown,
    parked,
    asked,
    play(...more) {
      script.push(...more)
      model.add(...more.map(() => next))
    },
    send,
    async post(path, body, headers = {}) {
      const response = await send(path, body, headers)
      return { status: response.status, body: (await response.json()) as Reply['body'] }
    },
    ann: { cookie: session.issue({ user: 'ann' }).split(';')[0] ?? '' },
    channel: { authorization: `Bearer ${SECRET_OF_CHANNEL}` },
    forget() {
      for (const kept of [ledger.done, ledger.harmless, ledger.remote, parked, asked, script]) kept.length = 0
      shown.words = ''
    },
    async close() {
      await server.close()
      await docs.close()
      await model.close()
    },
  }
}

/** Replaces the placeholders in a value. */
export function filled<Value>(value: Value, known: Readonly<Record<string, string>>): Value {
  const text = JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => known[name] ?? whole)
  return JSON.parse(text) as Value
}

/** The calls that a document demands, as the pipeline would get them. */
export function demandsOf({ demands }: InjectedDocument): readonly { tool: string; input: unknown }[] {
  return filled(demands, { secret: SECRET })
}

/** The text that the document wants to show to the person. */
export function saysOf({ says = 'Done.' }: InjectedDocument): string {
  return filled(says, { secret: SECRET })
}

/** Returns the last proposal in the model's messages. */
function toldProposal(request: ScriptedRequest): string {
  return (
    [...JSON.stringify(request.body).matchAll(/\\"status\\":\\"proposal\\",\\"id\\":\\"([\w-]+)/g)].at(-1)?.[1] ?? ''
  )
}

/** Steps of a model that obeys the document: it looks up the arguments, calls the tools, tries again, and replies. */
export function obeying(document: InjectedDocument): ScriptedStep[] {
  const { tries = [] } = document
  const calls = (list: readonly { tool: string; input: unknown }[]) => ({
    calls: list.map(({ tool, input }) => ({ name: tool, input })),
  })
  return [
    { calls: [{ name: 'api.desk.orders', input: {} }] },
    calls(demandsOf(document)),
    // Tries again after the pending result, in all ways that the document names.
    (request) => calls(filled([...tries, ...document.demands], { secret: SECRET, proposal: toldProposal(request) })),
    saysOf(document),
  ]
}
