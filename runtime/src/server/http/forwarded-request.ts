/** Base of the requests that a host receives: where they come from, which depends on the proxies that the server trusts. */
import type { FwRequest } from '#contract/http/request.ts'
import { type ProxyTrust, type RequestSource, readSource } from '#identity/proxy-trust.ts'

export abstract class ForwardedRequest {
  readonly #proxyTrust: ProxyTrust | undefined
  #source: RequestSource | undefined

  constructor(proxyTrust: ProxyTrust | undefined) {
    this.#proxyTrust = proxyTrust
  }

  abstract header(name: string): string | undefined

  /** IP address at the other end of the socket, if the host knows it. */
  protected abstract get peer(): string | undefined

  get address(): string | undefined {
    return this.#from.address
  }

  get host(): string | undefined {
    return this.#from.host
  }

  get protocol(): FwRequest['protocol'] {
    return this.#from.protocol
  }

  get viaProxy(): boolean {
    return this.#from.viaProxy
  }

  get #from(): RequestSource {
    this.#source ??= readSource(this.#proxyTrust, this.peer, (name) => this.header(name))
    return this.#source
  }
}
