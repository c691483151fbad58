/** Signals whose listeners belong to a request: hosts report that a client has disconnected outside of every request. */
import { AsyncResource } from 'node:async_hooks'

/** Returns a signal that aborts with `signal`. Its listeners run in the scope of the code that calls this function. */
export function bindSignal(signal: AbortSignal): AbortSignal {
  const control = new AbortController()
  const abort = AsyncResource.bind(() => control.abort(signal.reason))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return control.signal
}

/** Gives another signal to a web `Request` that was made for app code. */
export function replaceSignal(request: Request, getSignal: () => AbortSignal): Request {
  return Object.defineProperty(request, 'signal', { get: getSignal, configurable: true })
}

/** The signal of a host's own `Request`, bound to the scope of the code that reads it first. */
export class BoundSignal {
  readonly #request: Request
  #native: AbortSignal | undefined
  #bound: AbortSignal | undefined

  constructor(request: Request) {
    this.#request = request
  }

  get signal(): AbortSignal {
    this.#bound ??= bindSignal(this.#native ?? this.#request.signal)
    return this.#bound
  }

  /** Gives the signal to a request that app code receives, and to its clones: the host's own object, or one made from it. */
  attach(request: Request): Request {
    this.#native ??= this.#request.signal
    const { clone } = request
    const value = () => this.attach(clone.call(request))
    Object.defineProperty(request, 'clone', { value, configurable: true, writable: true })
    return replaceSignal(request, () => this.signal)
  }
}
