/** An HTTP client of the shop that stores cookies, like `curl` with a cookie jar. */

export interface Answer {
  readonly status: number
  /** The envelope. */
  readonly body: {
    readonly ok?: boolean
    // Each test checks its type.
    readonly result?: unknown
    readonly error?: string
    readonly code?: string
    readonly issues?: readonly { readonly path: string; readonly message: string }[]
  }
}

export interface Caller {
  /** `POST /_fw/api/<module>.<name>`. */
  call(tool: string, input?: unknown, options?: { agent?: boolean }): Promise<Answer>
  /** `POST` of JSON to any path. */
  post(path: string, body: unknown, options?: { agent?: boolean }): Promise<Answer>
  /** `name=value`, empty before the first response that sets a cookie. */
  cookie(): string
  signIn(email: string, password: string): Promise<void>
}

/** A caller of the server at `url`; `from` carries another's cookie on, as after a restart. */
export function createCaller(url: string, from?: Caller): Caller {
  let cookie = from?.cookie() ?? ''
  const post: Caller['post'] = async (path, body, options) => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(cookie === '' ? {} : { cookie }),
        ...(options?.agent ? { 'x-fw-origin': 'agent' } : {}),
      },
      body: JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] as string
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const call: Caller['call'] = (tool, input = {}, options) => post(`/_fw/api/${tool}`, input, options)
  return {
    post,
    call,
    cookie: () => cookie,
    signIn: async (email, password) => {
      const answer = await call('account.login', { email, password })
      if (answer.status !== 200)
        throw new Error(`Sign-in failed with status ${answer.status}: ${JSON.stringify(answer.body)}`)
    },
  }
}

/** Returns the result of a response that must be successful. */
export function resultOf<Result>(answer: Answer): Result {
  if (answer.status !== 200 || answer.body.ok !== true)
    throw new Error(`Expected a success, got ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.result as Result
}
