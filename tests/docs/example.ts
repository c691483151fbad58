/** A request to an app of the documentation, and its expected response. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Expected {
  /** Default 200. */
  readonly status: number
  /** The content type. Default HTML for GET, JSON for POST; `undefined` where the response has none. */
  readonly type: string | undefined
  readonly location: string
  /** A part of the body. */
  readonly text: string
}

export interface Example extends Partial<Sent>, Partial<Expected> {
  /** The body of a call, as a value. Default `{}`. */
  readonly input?: object
}
