/**
 * Digests of what precedes a reply. The newest models refuse thinking that is sent back behind other instructions, tools or
 * messages, and these change with the page, with each fence and with outcomes of calls.
 */
import { createHash } from 'node:crypto'
import type { ModelRequest } from '#contract/agent/model.ts'

/** Other clouds put a region and the vendor before the name. */
const PRESERVING = /(?:^|[./])claude-(?:(?:sonnet|opus|haiku)-5-5|(?:fable|mythos)-5)/

/** Whether a model compares what precedes its thinking. */
export function isPreserving(model: string): boolean {
  return PRESERVING.test(model)
}

/** The start of a request, message by message. */
export class Prefix {
  readonly #hash = createHash('sha256')
  /** Complete parts that the hash doesn't contain yet. */
  readonly #parts: unknown[]
  /** The last message, to which content may be added. */
  #open: unknown

  constructor(...parts: readonly unknown[]) {
    this.#parts = [...parts]
  }

  push(message: unknown): void {
    if (this.#open !== undefined) this.#parts.push(this.#open)
    this.#open = message
  }

  digest(): string {
    for (const part of this.#parts.splice(0)) this.#hash.update(JSON.stringify(part))
    const hash = this.#hash.copy()
    return hash.update(JSON.stringify(this.#open ?? null)).digest('base64url')
  }
}

/** The whole of each request in progress. */
const prefixes = new WeakMap<ModelRequest, Prefix>()

export function rememberPrefix(request: ModelRequest, prefix: Prefix): void {
  prefixes.set(request, prefix)
}

/** Returns the digest of a request, which precedes its reply. */
export function digestRequest(request: ModelRequest): string | undefined {
  return prefixes.get(request)?.digest()
}
