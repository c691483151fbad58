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
  /**
   * Starts the next round of a loop. Human origin ends with the first act of an agent, which may have added data that
   * the loop reads.
   */
  again(): void
}

/** Preserves the cause of the asynchronous function that calls it. */
export function carryCause(): CarriedCause {
  return createCarried(() => {})
}

/**
 * Preserves the cause of the asynchronous function that calls it, as `carryCause` does. Human origin ends with the first
 * act of an agent, because the function may continue with data of another caller.
 */
export function carryCauseUntilAct(): CarriedCause {
  return createCarried((carried) => carried.again())
}

/** @param onResume Called before the function continues. */
function createCarried(onResume: (carried: CarriedCause) => void): CarriedCause {
  let cause = captureCause()
  let readAgain = causeUntilAct(cause)
  let isOn = true
  let before = replaceCause(cause)
  const on = <Value>(value?: Value): Value => {
    if (!isOn) {
      onResume(carried)
      noteContinuation(cause)
      before = replaceCause(applySettlement(cause))
    }
    isOn = true
    return value as Value // passed on unchanged
  }
  const carried: CarriedCause = {
    on,
    resume(value) {
      if (currentCause().origin === undefined) cause = readAgain()
      else {
        cause = captureCause()
        readAgain = causeUntilAct(cause)
      }
      return on(value)
    },
    off(value) {
      if (isOn) replaceCause(before)
      isOn = false
      return value as never // passed on unchanged
    },
    again() {
      cause = readAgain()
      if (isOn) replaceCause(cause)
    },
  }
  return carried
}

/** Preserves the cause in every step of a `for await` loop, and of `yield*`. */
export function stepWithCause<Value>(
  { off }: CarriedCause,
  values: AsyncIterable<Value> | Iterable<Value | PromiseLike<Value>>,
): AsyncIterable<Value> {
  const open = () => {
    const steps = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : awaitEach(values)
    return {
      next: (...args: []) => off(steps.next(...args)),
      // Only `yield*` uses it.
      ...(steps.throw && {
        throw: async (error: unknown) => off(steps.throw?.(error)) as Promise<IteratorResult<Value>>,
      }),
      return: async (value?: unknown) => off(steps.return ? steps.return(value) : { done: true as const, value }),
    }
  }
  return { [Symbol.asyncIterator]: open }
}

async function* awaitEach<Value>(values: Iterable<Value | PromiseLike<Value>>): AsyncGenerator<Value> {
  for (const value of values) yield await value
}

type Callback = (this: unknown, ...args: never[]) => unknown

/**
 * Returns a callback of a promise that runs with the cause of the code that registers it. Other values are returned
 * unchanged.
 */
export function withCause<Value>(callback: Value): Value {
  const cause = captureCause()
  return carry(callback, () => applySettlement(cause))
}

/**
 * Returns a callback of a timer, or another one that several callers may share, that runs with the cause of the code
 * that registers it. Human origin ends with the next act of an agent, which may have changed what the callback does, as
 * in a debounced function.
 */
export function withCauseUntilAct<Value>(callback: Value): Value {
  return carry(callback, causeUntilAct())
}

function causeUntilAct(cause = captureCause()): () => Cause {
  const count = () => countActs() + countContinuations()
  const before = count()
  return () => (cause.origin === 'human' && before !== count() ? { origin: undefined, since: cause.since } : cause)
}

/** The original function: timers that an agent's act starts have agent origin. */
const { setTimeout: wait } = globalThis
/** Cause of the agent that has just settled a promise. Code that waits for it continues before the next task. */
let settledCause: Cause | undefined

/** Adds the agent that has just settled a promise to a human cause: the work that continues then has agent origin. */
function applySettlement(cause: Cause): Cause {
  if (settledCause && cause.origin === 'human') cause.settler ??= settledCause
  return cause
}

/**
 * Records who settles a promise.
 *
 * @param creator Cause of the work that created the promise.
 */
function recordSettlement(creator: Cause, { origin, run }: Cause): void {
  if (origin !== 'agent') return
  const settler: Cause = { origin, run, since: nextMoment() }
  if (creator.origin === 'human') creator.settler ??= settler
  settledCause = settler
  wait(() => {
    if (settledCause === settler) settledCause = undefined
  })
}

/**
 * Wraps the function that settles a promise, such as the callback of `new Promise`. If an agent settles it, the
 * waiting code continues with agent origin, unless the agent created the promise itself.
 */
export function noteAnswers<Executor>(executor: Executor): Executor {
  const creator = captureCause()
  if (typeof executor !== 'function' || currentCause().origin === 'agent') return executor
  return ((...settle: unknown[]) => executor(...settle.map((each) => trackSettler(each, creator)))) as Executor // the same signature
}

interface Resolvable {
  readonly promise: unknown
  readonly resolve: unknown
  readonly reject: unknown
}

/** Wraps the functions of `Promise.withResolvers()` that settle its promise, as `noteAnswers` does for an executor. */
export function noteResolvers<Resolvers>(resolvers: Resolvers): Resolvers {
  const { promise, resolve, reject } = resolvers as unknown as Resolvable // the compiler passes nothing else
  const settle: unknown[] = []
  noteAnswers((...noted: unknown[]) => settle.push(...noted))(resolve, reject)
  return { promise, resolve: settle[0], reject: settle[1] } as Resolvers // the same members
}

function trackSettler(settle: unknown, creator: Cause): unknown {
  if (typeof settle !== 'function') return settle
  return (value: unknown) => {
    const cause = currentCause()
    const record = () => recordSettlement(creator, cause)
    if (value instanceof Promise) value.then(record, record)
    else record()
    return settle(value)
  }
}

/**
 * Wraps a function that is passed to another one, which may queue it. If earlier work runs `job`, it has the cause of
 * the code that created it. Human origin applies once, and only until an agent acts.
 */
export function asJob<Job>(job: Job): Job {
  const { origin } = currentCause()
  const acts = countActs()
  if (acts === 0 || origin === undefined) return job
  const cause = captureCause()
  const made = nextMoment()
  const run = job as unknown as Callback // the compiler passes functions
  let isDue = true
  function carried(this: unknown, ...args: never[]): unknown {
    const runner = carriedCause()
    const isQueued = (runner?.since ?? made) < made && runner?.origin !== origin
    if (!isQueued || (origin === 'human' && !(isDue && acts === countActs()))) return run.apply(this, args)
    isDue = false
    return runWith(cause, () => run.apply(this, args))
  }
  return Object.defineProperty(carried, 'length', { value: run.length }) as unknown as Job // the same signature
}

function carry<Value>(callback: Value, readCause: () => Cause): Value {
  if (typeof callback !== 'function') return callback
  const run = callback as unknown as Callback // checked above
  function carried(this: unknown, ...args: never[]): unknown {
    const cause = readCause()
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
        return runWith(cause, () => callback.apply(this, reported))
      }, options)
      const observe = this.observe.bind(this)
      this.observe = (target, how) => {
        // A report may have several causes. It has human origin only if all of them have.
        if (first === undefined || first().origin === 'human') first = causeUntilAct()
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
      carryCause,
      carryCauseUntilAct,
      noteAnswers,
      noteResolvers,
      observeWithCause,
      stepWithCause,
      withCause,
      withCauseUntilAct,
    },
  })
}
