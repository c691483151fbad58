/** An answer of either binding, before the server makes its own of it. */

export interface A2aReply {
  readonly status: number
  readonly type: string
  readonly body: string | ReadableStream<Uint8Array>
  /** Of what the server refuses, as `www-authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
}
