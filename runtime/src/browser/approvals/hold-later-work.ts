/**
 * Callbacks that a preview run registers with the browser. They belong to the run, also where the compiler doesn't carry their
 * cause: in code of Solid, for example, and in named functions that are passed on.
 */
import { carriedCause, runWith } from '../calls/cause.ts'

/** A window: this one, or that of a frame. */
export type Realm = typeof globalThis & Window

/** Functions of the window that call their first argument later. A name that the browser doesn't have is ignored. */
const SCHEDULERS = ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'queueMicrotask']
/** Classes whose instances call the first argument of their constructor later. */
const OBSERVERS = ['MutationObserver', 'IntersectionObserver', 'ResizeObserver', 'PerformanceObserver']

type Callable = (...args: unknown[]) => unknown

/**
 * Lets callbacks of preview runs belong to their run from now on. An observer that the page has already serves other code,
 * too, so the run can't use it.
 *
 * @param record Records a call of the run that isn't made.
 */
export function holdLaterWork(realm: Realm, record: (name: string) => void): void {
  for (const name of SCHEDULERS) replace(realm, name, (schedule) => holdArguments(schedule as Callable))
  // `catch` and `finally` call it, too.
  replace(realm.Promise.prototype, 'then', (then) => holdArguments(then as Callable))
  for (const name of OBSERVERS)
    replace(realm, name, (Observer) => holdObserver(Observer as ObserverClass, name, record))
}

function replace(target: object, name: string, change: (before: unknown) => unknown): void {
  if (name in target) Reflect.set(target, name, change(Reflect.get(target, name)))
}

function holdArguments(schedule: Callable): Callable {
  return new Proxy(schedule, { apply: (run, self, args) => Reflect.apply(run, self, args.map(keepHold)) })
}

type ObserverClass = new (...args: unknown[]) => { observe(...args: unknown[]): void }

function holdObserver(Observer: ObserverClass, name: string, record: (name: string) => void): ObserverClass {
  /** Those of preview runs. */
  const own = new WeakSet<object>()
  replace(
    Observer.prototype,
    'observe',
    (observe) =>
      new Proxy(observe as Callable, {
        apply: (run, self, args) =>
          isPreview() && !own.has(self as object) ? record(`${name}.observe`) : Reflect.apply(run, self, args),
      }),
  )
  return new Proxy(Observer, {
    construct(Class, args, newTarget) {
      const observer = Reflect.construct(Class, args.map(keepHold), newTarget)
      if (isPreview()) own.add(observer)
      return observer
    },
  })
}

function isPreview(): boolean {
  return carriedCause()?.hold !== undefined
}

/** Returns a callback that runs as part of the preview run that passes it. Other values are returned unchanged. */
function keepHold(callback: unknown): unknown {
  const cause = carriedCause()
  if (cause?.hold === undefined || typeof callback !== 'function') return callback
  return function (this: unknown, ...args: unknown[]): unknown {
    return runWith(cause, () => callback.apply(this, args))
  }
}
