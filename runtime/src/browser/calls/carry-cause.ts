/**
 * Preserves the cause of code in its later work. The compiler adds calls of these functions to browser modules from
 * which a guarded call can be reached (`compiler/src/build/transform/carry-causes.ts`).
 */
import { CAUSES_KEY } from '#contract/page/causes-key.ts'
import {
  type Cause,
  captureCause,
  carriedCause,
  countActs,
  countContinuations,
  currentCause,
  isReport,
  nextMoment,
  noteContinuation,
  replaceCause,
  runWith,
} from './cause.ts'

/** The cause of one asynchronous function, from its first line to its last. */
interface CarriedCause {
  /** Restores the cause when the function continues. Returns `value`. */
  on<Value>(value?: Value): Value
  /**
   * Restores the cause when an asynchronous generator continues after `yield`: the cause of the code that requested the
   * next value. If that is unknown, the generator's own cause continues, as in a loop. Returns `value`.
   */
  resume<Value>(value?: Value): Value
  /** Removes the cause when the function waits or has ended. Returns `value`. */
  off<Value>(value?: Value): Value
  /** Starts the next round of a loop, which may read data that slow work of an agent has added. */
  again(): void
}

/** Preserves the cause of the asynchronous function that calls it. Human origin ends when an agent acts. */
export function carryCause(): CarriedCause {
  return createCarried(false)
}

/**
 * Preserves the cause of an asynchronous function that may continue with the data of another caller. Human origin also
 * ends when earlier work of an agent continues.
 */
export function carrySharedCause(): CarriedCause {
  return createCarried(true)
}

function createCarried(isShared: boolean): CarriedCause {
  const capture = (cause = captureCause()) => ({ own: preserve(cause, isShared), shared: preserve(cause, true) })
  let read = capture()
  /** Human origin that has ended for shared work doesn't return. */
  const continueShared = () => {
    const cause = read.shared()
    if (cause.origin === undefined) read = capture(cause)
  }
  let isOn = true
  let before = replaceCause(read.own())
  const on = <Value>(value?: Value): Value => {
    if (!isOn) {
      const cause = read.own()
      noteContinuation(cause)
      before = replaceCause(cause)
    }
    isOn = true
    return value as Value // passed on unchanged
  }
  return {
    on,
    resume(value) {
      if (currentCause().origin === undefined) continueShared()
      else read = capture()
      return on(value)
    },
    off(value) {
      if (isOn) replaceCause(before)
      isOn = false
      return value as never // passed on unchanged
    },
    again() {
      continueShared()
      if (isOn) replaceCause(read.own())
    },
  }
}

/** Preserves the cause in every step of a `for await` loop, and of `yield*`. */
export function stepWithCause<Value>(
  { off }: CarriedCause,
  values: Partial<AsyncIterable<Value>> & Partial<Iterable<Value | PromiseLike<Value>>>,
): AsyncIterable<Value> {
  const open = () => {
    const begin = values[Symbol.asyncIterator]
    const steps = begin === undefined || begin === null ? awaitEach(values as Iterable<Value>) : begin.call(values)
    const pass = <Args extends unknown[], Result>(method: ((...args: Args) => Result) | undefined) =>
      method && ((...args: Args) => off(method.apply(steps, args)))
    const next = pass(steps.next)
    return {
      next,
      // An iterator may lack them, and they are read only when they are used.
      get throw() {
        return pass(steps.throw)
      },
      get return() {
        return pass(steps.return)
      },
    } as AsyncIterator<Value>
  }
  return { [Symbol.asyncIterator]: open }
}

async function* awaitEach<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  // Awaits each value, and passes on what `yield*` sends and returns. `values` may have a method for asynchronous steps that is null.
  return yield* { [Symbol.iterator]: () => values[Symbol.iterator]() }
}

type Callback = (this: unknown, ...args: never[]) => unknown

/**
 * Returns a callback of a promise that runs with the cause of the code that registers it. Human origin ends when an
 * agent acts. Other values are returned unchanged.
 */
export function withCause<Value>(callback: Value): Value {
  return carry(callback, preserve(captureCause(), false))
}

/**
 * Returns a callback that several callers may share, such as that of a timer in a debounced function. It runs with the
 * cause of the code that registers it. Human origin also ends when earlier work of an agent continues, which may have
 * changed what the callback does.
 */
export function withSharedCause<Value>(callback: Value): Value {
  return carry(callback, preserve(captureCause(), true))
}

/** Returns a timer function, such as `setTimeout`, whose callbacks have the cause of the code that starts the timer. */
export function carryTimer<Timer>(timer: Timer): Timer {
  const start = timer as unknown as Callback // the compiler passes timers only
  return function (this: unknown, callback: never, ...args: never[]) {
    return start.call(this, withSharedCause(callback), ...args)
  } as Timer // the same signature
}

/**
 * Returns a function that reads the cause of later work. Human origin ends when an agent acts or settles a promise: the
 * agent may have changed what the work does.
 *
 * @param isShared Whether it also ends when earlier work of an agent continues.
 */
function preserve(cause: Cause, isShared: boolean): () => Cause {
  const [acts, settled, continued] = [countActs(), settlements, countContinuations()]
  return () => {
    if (cause.origin !== 'human') return cause
    const isOthers = acts !== countActs() || settled !== settlements
    return isOthers || (isShared && continued !== countContinuations())
      ? { origin: undefined, since: cause.since }
      : cause
  }
}

/** How often agents have settled promises of others. */
let settlements = 0

/**
 * Wraps the function that settles a promise, such as the callback of `new Promise`, and records when an agent settles
 * it. Promises that an agent creates are its own.
 */
export function noteAnswers<Executor>(executor: Executor): Executor {
  if (typeof executor !== 'function' || currentCause().origin === 'agent') return executor
  return ((...settle: unknown[]) => executor(...settle.map(trackSettler))) as Executor // the same signature
}

interface Resolvable {
  readonly promise: unknown
  readonly resolve: unknown
  readonly reject: unknown
}

/** Wraps the functions of `Promise.withResolvers()` that settle its promise, as `noteAnswers` does for an executor. */
export function noteResolvers<Resolvers>(resolvers: Resolvers): Resolvers {
  // The result of `Promise.withResolvers?.()`, in a browser without it.
  if (!resolvers) return resolvers
  const { promise, resolve, reject } = resolvers as unknown as Resolvable // the compiler passes nothing else
  const settle: unknown[] = []
  noteAnswers((...noted: unknown[]) => settle.push(...noted))(resolve, reject)
  return { promise, resolve: settle[0], reject: settle[1] } as Resolvers // the same members
}

function trackSettler(settle: unknown): unknown {
  if (typeof settle !== 'function') return settle
  return (value: unknown) => {
    const isAgents = currentCause().origin === 'agent'
    const record = () => {
      if (isAgents) settlements++
    }
    if (value instanceof Promise) value.then(record, record)
    else record()
    return settle(value)
  }
}

/**
 * Wraps a function without parameters that is passed to another one, which may queue it. If earlier work runs `job`, or
 * the browser calls it, `job` has the cause of the code that created it. Human origin applies once, and only until an
 * agent acts.
 */
export function asJob<Job>(job: Job): Job {
  return carryOnce(job, true)
}

/**
 * Wraps a listener, or a function with parameters that is passed to another one. It has the cause of the code that
 * created it if the browser calls it to report the end of something, as with `load`. Human origin applies once, only
 * until an agent acts, and not if earlier work calls it, which chooses what it passes.
 */
export function asCallback<Value>(callback: Value): Value {
  return carryOnce(callback, false)
}

function carryOnce<Value>(callback: Value, isJob: boolean): Value {
  const { origin } = currentCause()
  const acts = countActs()
  // Before an act all other code is a person's.
  if (origin === undefined || (origin === 'human' && acts === 0)) return callback
  const cause = captureCause()
  const continued = countContinuations()
  const made = nextMoment()
  const run = callback as unknown as Callback // the compiler passes functions
  let isDue = true
  function carried(this: unknown, ...args: never[]): unknown {
    const runner = carriedCause()
    const isLater = runner
      ? (isJob || origin === 'agent') && (runner.since ?? made) < made && runner.origin !== origin
      : isReport()
    const isUnchanged = acts === countActs() && (runner !== undefined || continued === countContinuations())
    if (!isLater || (origin === 'human' && !(isDue && isUnchanged))) return run.apply(this, args)
    isDue = false
    noteContinuation(cause)
    return runWith(cause, () => run.apply(this, args))
  }
  // Libraries tell functions apart by their length, and asynchronous functions by their prototype.
  Object.setPrototypeOf(carried, Object.getPrototypeOf(run))
  return Object.defineProperty(carried, 'length', { value: run.length }) as unknown as Value // the same signature
}

function carry<Value>(callback: Value, readCause: () => Cause): Value {
  if (typeof callback !== 'function') return callback
  const run = callback as unknown as Callback // checked above
  function carried(this: unknown, ...args: never[]): unknown {
    const cause = readCause()
    // Only the browser calls back with an empty stack. An agent's code may call it through an object with its own `then`.
    if (cause.origin === 'human' && carriedCause()?.origin === 'agent') return run.apply(this, args)
    noteContinuation(cause)
    return runWith(cause, () => run.apply(this, args))
  }
  return carried as Value // the same signature
}

/** The common members of `IntersectionObserver` and `ResizeObserver`. */
interface Observing {
  observe(target: Element, options?: object): void
}

/**
 * Returns the class of an observer whose first report has the cause of the code that started to observe, because that
 * code causes the report. Later reports have an unknown cause.
 */
export function observeWithCause<Observer>(observer: Observer): Observer {
  const Base = observer as unknown as new (report: Callback, options?: object) => Observing // the compiler passes nothing else
  class CarryingObserver extends Base {
    constructor(callback: Callback, options?: object) {
      let first: (() => Cause) | undefined
      super(function (this: unknown, ...reported: never[]) {
        const cause = first?.() ?? { origin: undefined }
        first = undefined
        noteContinuation(cause)
        return runWith(cause, () => callback.apply(this, reported))
      }, options)
      const observe = this.observe.bind(this)
      this.observe = (target, how) => {
        // A report may have several causes. It has human origin only if all of them have.
        if (first === undefined || first().origin === 'human') first = preserve(captureCause(), true)
        observe(target, how)
      }
    }
  }
  return CarryingObserver as unknown as Observer // with the same members
}

/**
 * Publishes these functions in the page, for packages in CommonJS: they can't import this module without changing the
 * order in which a bundle starts its modules.
 */
export function publishCauses(): void {
  Object.assign(globalThis, {
    [Symbol.for(CAUSES_KEY)]: {
      asJob,
      asCallback,
      carryCause,
      carrySharedCause,
      carryTimer,
      noteAnswers,
      noteResolvers,
      observeWithCause,
      stepWithCause,
      withCause,
      withSharedCause,
    },
  })
}
