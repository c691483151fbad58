/**
 * Listeners on Bun, which calls them outside of any request if it fires the event itself: the timeout of a signal, the message of a
 * port or a worker. Their calls would have neither the caller nor the origin of the request that added them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { currentCall, isInScope, withCurrent } from './current.ts'

type Listener = (this: unknown, event: Event) => unknown
type Added = Listener | EventListenerObject | null
type Options = boolean | AddEventListenerOptions | null | undefined

/** Targets whose events the runtime fires. Their listeners may be properties, such as `onmessage`. */
const TARGETS = ['AbortSignal', 'BroadcastChannel', 'MessagePort', 'WebSocket', 'Worker'] as const

let isKept = false

/**
 * From now on, a listener that a request adds runs in its scope, unless code of a request fires the event. Does nothing on other
 * runtimes, which keep the scope. Remove when Bun does.
 */
export function keepListenerScopes(): void {
  if (isKept || !('Bun' in globalThis)) return
  isKept = true
  keepAdded(EventTarget.prototype)
  for (const name of TARGETS) {
    const { prototype } = (globalThis as unknown as Record<string, { readonly prototype?: object }>)[name] ?? {}
    if (prototype !== undefined) keepProperties(prototype)
  }
}

/** The listeners that were added in place of the app's, by their target, type and phase. */
type BoundListeners = WeakMap<EventTarget, Map<string, Listener>>

function keepAdded(prototype: EventTarget): void {
  const { addEventListener: add, removeEventListener: remove } = prototype
  const all = new WeakMap<object, BoundListeners>()
  const removeAny = (target: EventTarget, type: string, listener: NonNullable<Added>, options: Options): void => {
    const key = createKey(type, options)
    const bound = all.get(listener)?.get(target)
    const own = bound?.get(key)
    bound?.delete(key)
    if (own !== undefined) remove.call(target, type, own as EventListener, options ?? undefined)
    remove.call(target, type, listener as EventListener, options ?? undefined)
  }
  prototype.addEventListener = function (
    this: EventTarget | undefined,
    type: string,
    listener: Added,
    options?: Options,
  ) {
    const target = this ?? (globalThis as unknown as EventTarget)
    if (!listener || currentCall() === undefined) return add.call(target, type, listener, options ?? undefined)
    // A target calls a listener once, however often it was added.
    removeAny(target, type, listener, options)
    const own = bindToScope(listener)
    const targets: BoundListeners = all.get(listener) ?? new WeakMap()
    const bound = targets.get(target) ?? new Map<string, Listener>()
    all.set(listener, targets.set(target, bound.set(createKey(type, options), own)))
    add.call(target, type, own as EventListener, options ?? undefined)
  }
  prototype.removeEventListener = function (this: EventTarget | undefined, type, listener: Added, options?: Options) {
    if (listener) removeAny(this ?? (globalThis as unknown as EventTarget), type, listener, options)
  }
}

function createKey(type: string, options: Options): string {
  return `${options === true || (typeof options === 'object' && options?.capture === true)} ${type}`
}

function keepProperties(prototype: object): void {
  const originals = new WeakMap<object, unknown>()
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const { get, set } = property
    if (!name.startsWith('on') || get === undefined || set === undefined) continue
    Object.defineProperty(prototype, name, {
      ...property,
      get() {
        const own: unknown = get.call(this)
        return typeof own === 'function' ? (originals.get(own) ?? own) : own
      },
      set(value: unknown) {
        const isBound = typeof value === 'function' && currentCall() !== undefined
        const own = isBound ? bindToScope(value as Listener) : value
        if (isBound) originals.set(own as Listener, value)
        set.call(this, own)
      },
    })
  }
}

function bindToScope(listener: NonNullable<Added>): Listener {
  const scope = currentCall()
  const enter: (run: () => unknown) => unknown =
    isInScope() || scope === undefined ? AsyncLocalStorage.snapshot() : (run) => withCurrent(scope, run)
  return function (event) {
    const run = () =>
      typeof listener === 'function' ? listener.call(this as EventTarget, event) : listener.handleEvent(event)
    return isInScope() ? run() : enter(run)
  }
}
