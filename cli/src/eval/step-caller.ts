/** Sends the steps of a scenario over HTTP, and stores cookies as a client does. */
import { AGENT_PATH, API_PREFIX, APPROVE_PATH, ORIGIN_HEADER, REJECT_PATH } from '@fw/runtime/contract'
import { parseJsonOrUndefined } from '@fw/runtime/tooling'
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

/** Time limit for the response to a step, in milliseconds. A turn may call a model many times. */
const STEP_MS = 600_000

/** Creates a caller with its own session, or without one. `cookie` is the value of a Set-Cookie header. */
export function createCaller(
  app: LiveApp,
  cookie: string | undefined,
  signal?: AbortSignal,
  timeoutMs = STEP_MS,
): Caller {
  const cookies = new Map<string, string>()
  if (cookie !== undefined) keepCookie(cookies, cookie)
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(new URL(path, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(sent !== '' && { cookie: sent }), ...headers },
      body: JSON.stringify(body),
      // A server of another party could redirect the step, with its input, to a server of this network.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    })
    try {
      const response = await app.fetch(request)
      for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
      return await readAnswer(response)
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error
      throw new Error(`The response was not complete after ${timeoutMs / 1000} seconds.`)
    }
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

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) {
    await response.body?.cancel()
    return { status, body: `It redirects to ${location.slice(0, MAX_LOCATION)}, and fw eval follows no redirects.` }
  }
  const text = await readText(response)
  return { status, body: parseJsonOrUndefined(text) ?? text }
}

/** Length of a URL in a message. */
const MAX_LOCATION = 120

const MAX_RESPONSE_MIB = 16
const MAX_RESPONSE_BYTES = MAX_RESPONSE_MIB * 1_048_576

/** Reads a body up to the size limit, since another party may send it. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let left = MAX_RESPONSE_BYTES
  for await (const chunk of body ?? []) {
    left -= chunk.byteLength
    if (left < 0) throw new Error(`The response is longer than ${MAX_RESPONSE_MIB} MiB.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
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
