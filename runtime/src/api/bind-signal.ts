/** Signals whose listeners belong to a request: hosts report that a client has disconnected outside of every request. */
import { AsyncResource } from 'node:async_hooks'
import { once } from '#contract/once.ts'

/** Returns a signal that aborts with `signal`. Its listeners run in the scope of the code that calls this function. */
export function bindSignal(signal: AbortSignal): AbortSignal {
  const control = new AbortController()
  if (isAborted(signal)) {
    control.abort(getReason(signal))
    return control.signal
  }
  // Not `AsyncResource.bind`, which also defines a deprecated property of the function, at several times the cost.
  const scope = new AsyncResource('fw.Signal')
  const abort = () => scope.runInAsyncScope(() => control.abort(getReason(signal)))
  EventTarget.prototype.addEventListener.call(signal, 'abort', abort, { once: true })
  return control.signal
}

/**
 * Gives another signal to a web `Request` that app code receives, to its clones, and to each request that is made from
 * them.
 */
export function replaceSignal(request: Request, getSignal: () => AbortSignal): Request {
  // By the standard, each request has a signal of its own, and `new Request(request)` follows that one.
  if (!readsReplacedSignal().value) forwardSignal(request.signal, getSignal)
  const { clone } = request
  return Object.defineProperties(request, {
    signal: { get: getSignal, configurable: true },
    clone: {
      value: () => replaceSignal(clone.call(request), getSignal),
      configurable: true,
      writable: true,
    },
  })
}

/** Whether `new Request(request)` reads `request.signal`, as on Bun, where requests share their signals. */
const readsReplacedSignal = once(() => {
  const request = new Request('http://localhost')
  const { signal } = new AbortController()
  Object.defineProperty(request, 'signal', { value: signal })
  return { value: new Request(request).signal === signal }
})

/** Makes code that listens to `signal` listen to the other signal. */
function forwardSignal(signal: AbortSignal, getSignal: () => AbortSignal): void {
  type Listening = Parameters<EventTarget['addEventListener']>
  const getTarget: () => EventTarget = getSignal
  const add = (...args: Listening) => getTarget().addEventListener(...args)
  const remove = (...args: Listening) => getTarget().removeEventListener(...args)
  Object.defineProperties(signal, {
    addEventListener: { value: add, configurable: true, writable: true },
    removeEventListener: { value: remove, configurable: true, writable: true },
    aborted: { get: () => isAborted(signal) || getSignal().aborted, configurable: true },
    reason: { get: () => getReason(signal) ?? getSignal().reason, configurable: true },
  })
}

/** The state of a signal itself, without the signal that it forwards to. */
const isAborted = (signal: AbortSignal): boolean => Reflect.get(AbortSignal.prototype, 'aborted', signal)
const getReason = (signal: AbortSignal): unknown => Reflect.get(AbortSignal.prototype, 'reason', signal)

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

  /** Gives the signal to a request that app code receives: the host's own object, or one made from it. */
  attach(request: Request): Request {
    this.#native ??= this.#request.signal
    return replaceSignal(request, () => this.signal)
  }
}
