/**
 * Callbacks that a preview run registers with the browser. They belong to the run, also where the compiler doesn't carry their
 * cause: in code of Solid, for example, and in named functions that are passed on.
 */
import { type Cause, carriedCause, runWith } from '../calls/cause.ts'
import { keepThenable } from './keep-cause.ts'

/** A window: this one, or that of a frame. */
export type Realm = typeof globalThis & Window

/** Functions of the window that call their first argument later, and those that cancel this. The browser may lack some. */
const SCHEDULERS = {
  setTimeout: 'clearTimeout',
  setInterval: 'clearInterval',
  requestAnimationFrame: 'cancelAnimationFrame',
  requestIdleCallback: 'cancelIdleCallback',
  queueMicrotask: '',
}
/** Classes whose instances call the first argument of their constructor later. */
const OBSERVERS = ['MutationObserver', 'IntersectionObserver', 'ResizeObserver', 'PerformanceObserver']

type Callable = (...args: unknown[]) => unknown

/** Callbacks of one registration that a preview run has made. */
interface LaterWork {
  readonly cause: Cause
  /** Called once one of the callbacks runs, or none will. */
  end(): void
}

/** The work of each preview run that hasn't ended, by the function that records the calls of the run. */
const laterWork = new WeakMap<object, Set<LaterWork>>()

/** Whether callbacks of the preview run whose calls `hold` records are still to run. */
export function hasLaterWork(hold: object): boolean {
  return (laterWork.get(hold)?.size ?? 0) > 0
}

/** Registers work of the running preview run. Returns `undefined` in other code. */
function beginWork(): LaterWork | undefined {
  const cause = carriedCause()
  if (cause?.hold === undefined) return undefined
  const all = laterWork.get(cause.hold) ?? new Set()
  laterWork.set(cause.hold, all)
  const work = { cause, end: () => void all.delete(work) }
  all.add(work)
  return work
}

/**
 * Lets callbacks of preview runs belong to their run from now on. An observer that the page has already serves other code,
 * too, so the run can't use it.
 *
 * @param record Records a call of the run that isn't made.
 */
export function holdLaterWork(realm: Realm, record: (name: string) => void): void {
  for (const [name, cancel] of Object.entries(SCHEDULERS)) holdScheduler(realm, name, cancel)
  // `catch` and `finally` call it, too.
  replace(realm.Promise.prototype, 'then', (then) => holdThen(then as Callable))
  // `all`, `allSettled`, `any` and `race` call it for each value.
  replace(realm.Promise, 'resolve', (resolve) => holdResolve(resolve as Callable))
  replace(realm.Promise, 'try', (attempt) => holdTry(attempt as Callable))
  for (const name of OBSERVERS)
    replace(realm, name, (Observer) => holdObserver(Observer as ObserverClass, name, record))
}

function replace(target: object, name: string, change: (before: unknown) => unknown): void {
  if (name in target) Reflect.set(target, name, change(Reflect.get(target, name)))
}

function holdScheduler(realm: Realm, name: string, cancel: string): void {
  const scheduled = new Map<unknown, LaterWork>()
  replace(
    realm,
    name,
    (schedule) =>
      new Proxy(schedule as Callable, {
        apply(run, self, args) {
          const work = beginWork()
          if (work === undefined) return Reflect.apply(run, self, args)
          const isRepeated = name === 'setInterval'
          const id = Reflect.apply(
            run,
            self,
            args.map((arg) => keepHold(arg, work, isRepeated)),
          )
          scheduled.set(id, work)
          return id
        },
      }),
  )
  replace(
    realm,
    cancel,
    (stop) =>
      new Proxy(stop as Callable, {
        apply(run, self, args) {
          scheduled.get(args[0])?.end()
          scheduled.delete(args[0])
          return Reflect.apply(run, self, args)
        },
      }),
  )
}

function holdThen(then: Callable): Callable {
  return new Proxy(then, {
    apply(run, self, [fulfilled, rejected]) {
      const work = beginWork()
      if (work === undefined) return Reflect.apply(run, self, [fulfilled, rejected])
      // The work also ends if the promise has the other outcome.
      const pass = (value: unknown) => value
      const fail = (error: unknown) => {
        throw error
      }
      const [kept, caught] = [fulfilled ?? pass, rejected ?? fail].map((callback) => keepHold(callback, work))
      return Reflect.apply(run, self, [kept, caught])
    },
  })
}

function holdResolve(resolve: Callable): Callable {
  return new Proxy(resolve, {
    apply(run, self, [value]) {
      const cause = carriedCause()
      return Reflect.apply(run, self, [cause?.keep ? cause.keep(value, 'awaited') : value])
    },
  })
}

function holdTry(attempt: Callable): Callable {
  return new Proxy(attempt, {
    apply(run, self, [callback, ...args]) {
      const keep = carriedCause()?.keep
      const kept =
        keep && typeof callback === 'function' ? (...given: unknown[]) => keep(callback(...given), 'result') : callback
      return Reflect.apply(run, self, [kept, ...args])
    },
  })
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
          carriedCause()?.hold && !own.has(self as object) ? record(`${name}.observe`) : Reflect.apply(run, self, args),
      }),
  )
  return new Proxy(Observer, {
    construct(Class, args, newTarget) {
      const work = beginWork()
      const observer = Reflect.construct(Class, work ? args.map((arg) => keepHold(arg, work)) : args, newTarget)
      if (work) own.add(observer)
      return observer
    },
  })
}

/** Returns a callback that runs as part of the preview run that passes it. Other values are returned unchanged. */
function keepHold(callback: unknown, { cause, end }: LaterWork, isRepeated = false): unknown {
  if (typeof callback !== 'function') return callback
  return function (this: unknown, ...args: unknown[]): unknown {
    if (!isRepeated) end()
    // A callback of a promise may return an object with its own `then`.
    return runWith(cause, () => keepThenable(callback.apply(this, args), cause))
  }
}
