/** An app whose turns last as long as a test wants, and clients that leave in the middle. */
import { api } from '../../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../../runtime/src/server.ts'
import type { ScriptedStep } from '../../../../runtime/src/testing.ts'
import { ask, ran, withModel } from '../../agent-app.ts'
import type { Client } from '../../transports.ts'

export interface Event {
  readonly id: string | undefined
  readonly data: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** An app with a tool `api.shop.wait` that the test ends; the header `x-user` names the caller. */
export async function waitingShop(steps: readonly ScriptedStep[], config: object = { resumableStreams: true }) {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const wait = api({
    description: 'Waits.',
    run: async () => {
      await opened
      ran.push('wait')
      return { waited: true }
    },
  })
  const { options, model } = await withModel(steps, { config })
  const app: FwServerOptions = {
    ...options,
    apis: { shop: { wait } },
    ctxFor: ({ headers }) => (headers.has('x-user') ? { userId: headers.get('x-user') } : {}),
  }
  return { options: app, model, open }
}

/** Ends its turn when the test calls it. */
export const WAITING: readonly ScriptedStep[] = [
  { text: 'One moment.', calls: [{ id: 'c1', name: 'api.shop.wait', input: {} }] },
  'Here it is.',
]

/** Headers of a known caller. */
export const ADA = { ...JSON_TYPE, accept: 'text/event-stream', 'x-user': 'ada' }

/** Starts a turn. Its reader leaves when `until` returns true. */
export async function begin(
  { request }: Client,
  { headers = ADA, more = {} }: { headers?: object; more?: object } = {},
) {
  const leaving = new AbortController()
  const init = { method: 'POST', headers: { ...headers }, body: JSON.stringify(ask('Go.', more)) }
  const response = await request('/_fw/agent', { ...init, signal: leaving.signal })
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    response,
    address: response.headers.get('content-location') ?? '',
    async readUntil(part: string): Promise<Event[]> {
      while (!text.includes(part)) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) break
        text += decoder.decode(value, { stream: true })
      }
      return eventsOf(text)
    },
    async leave() {
      leaving.abort()
      await reader?.cancel().catch(() => undefined)
    },
  }
}

/** Returns complete events only, because clients ignore incomplete ones. Comments aren't events. */
export function eventsOf(text: string): Event[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => block !== ':')
    .map((block) => ({
      id: /^id: (.*)$/m.exec(block)?.[1],
      data: /^data: (.*)$/m.exec(block)?.[1] ?? '',
    }))
}

/** Asks for what follows the event that came last. */
export async function resume({ request }: Client, address: string, last?: string, user = 'ada') {
  const headers = { 'x-user': user, ...(last !== undefined && { 'last-event-id': last }) }
  return request(address, { headers })
}

/** A response whose connection can be lost. */
export function cutBody(response: Response): { response: Response; cut: () => void } {
  const reader = response.body?.getReader()
  let lose: (error: unknown) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      lose = (error) => controller.error(error)
    },
    async pull(controller) {
      const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true }
      try {
        if (done) controller.close()
        else controller.enqueue(value as Uint8Array) // there is one
      } catch {
        // It was cut in the meantime.
      }
    },
  })
  const cut = () => {
    lose(new TypeError('network error'))
    void reader?.cancel().catch(() => undefined)
  }
  return { response: new Response(response.status === 204 ? null : body, response), cut }
}
