/** A reply of either binding, before the server converts it to a response. */

export interface A2aReply {
  readonly status: number
  readonly type: string
  readonly body: string | ReadableStream<Uint8Array>
  /** Headers of a refusal by the server, such as `www-authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
}
