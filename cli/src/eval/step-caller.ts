/** Sends the steps of a scenario over HTTP, and stores cookies as a client does. */
import { AGENT_PATH, API_PREFIX, APPROVE_PATH, ORIGIN_HEADER, REJECT_PATH, tryParseJson } from '@fw/runtime/contract'
import { type Answer, callOutcome, type Outcome, turnOutcome } from './outcome.ts'

/** Server that the steps are sent to. */
export interface LiveApp {
  /** URL without a path. */
  readonly url: string
  /** Sends a request. Rejects if the server doesn't respond. */
  readonly fetch: (request: Request) => Promise<Response>
}

/** Step with its references resolved. */
export type ReadyStep =
  | { readonly form: 'tool'; readonly tool: string; readonly input: unknown }
  | { readonly form: 'approve' | 'reject'; readonly proposal: unknown }
  | { readonly form: 'turn'; readonly message: string; readonly path: string }

/** Runs a step. Rejects if the app doesn't respond, because that isn't an outcome. */
export type Caller = (step: ReadyStep) => Promise<Outcome>

/** Creates a caller with its own session, or without one. `cookie` is the value of a Set-Cookie header. */
export function createCaller(app: LiveApp, cookie: string | undefined, signal?: AbortSignal): Caller {
  const cookies = new Map<string, string>()
  if (cookie !== undefined) keepCookie(cookies, cookie)
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(new URL(path, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(sent !== '' && { cookie: sent }), ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    const response = await app.fetch(request)
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const text = await response.text()
    return { status: response.status, body: tryParseJson(text, text) }
  }
  return async (step) => {
    switch (step.form) {
      case 'tool': {
        const name = step.tool.replace(/^api\./, '').replace('__', '.')
        return callOutcome(await post(API_PREFIX + encodeURIComponent(name), step.input, { [ORIGIN_HEADER]: 'agent' }))
      }
      case 'approve':
        return callOutcome(await post(APPROVE_PATH, { id: step.proposal }))
      case 'reject':
        return callOutcome(await post(REJECT_PATH, { id: step.proposal }))
      case 'turn': {
        const messages = [{ role: 'user', content: step.message }]
        return turnOutcome(await post(AGENT_PATH, { messages, path: step.path }))
      }
    }
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  if (at < 1) return
  const name = pair.slice(0, at).trim()
  const gone = attributes.some((attribute) => /^\s*max-age=(?:0|-\d+)\s*$/i.test(attribute))
  if (gone) cookies.delete(name)
  else cookies.set(name, pair.slice(at + 1).trim())
}
