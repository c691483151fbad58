/**
 * Takes the cause of code to what it leaves for later. The compiler writes calls of these functions into the modules of
 * the browser that a guarded call can be reached from (`compiler/src/build/carry-causes.ts`).
 */
import { type Cause, countActs, currentCause, replaceCause, runWith } from './cause.ts'

/** The cause of one asynchronous function, from its first line to its last. */
export interface CarriedCause {
  /** The function goes on: what runs now has its cause. Returns `value`. */
  on<Value>(value?: Value): Value
  /** The function waits or has ended. Returns `value`. */
  off<Value>(value?: Value): Value
}

/** Begins to carry the cause of the asynchronous function that calls it. */
export function carryCause(): CarriedCause {
  const cause = currentCause()
  let isOn = true
  let before = replaceCause(cause)
  return {
    on(value) {
      if (!isOn) before = replaceCause(cause)
      isOn = true
      return value as never // it is passed on as it came
    },
    off(value) {
      if (isOn) replaceCause(before)
      isOn = false
      return value as never // it is passed on as it came
    },
  }
}

/** Carries it around every step of a `for await` loop, and of `yield*`. */
export function stepWithCause<Value>(
  { off }: CarriedCause,
  values: AsyncIterable<Value> | Iterable<Value | PromiseLike<Value>>,
): AsyncIterable<Value> {
  const open = () => {
    const steps = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : awaitEach(values)
    return {
      next: (...given: []) => off(steps.next(...given)),
      return: async (value?: unknown) => off(steps.return ? steps.return(value) : { done: true as const, value }),
    }
  }
  return { [Symbol.asyncIterator]: open }
}

async function* awaitEach<Value>(values: Iterable<Value | PromiseLike<Value>>): AsyncGenerator<Value> {
  for (const value of values) yield await value
}

type Callback = (this: unknown, ...given: never[]) => unknown

/** For callbacks of promises: `callback` runs with the cause of what registers it. Anything but a function is returned as it is. */
export function withCause<Value>(callback: Value): Value {
  const cause = currentCause()
  return carry(callback, () => cause)
}

/**
 * The same for timers and other callbacks that several callers may share, such as the timer of a debounced function. A
 * person's cause ends with the next act of an agent, which may have changed what the callback does.
 */
export function withCauseUntilAct<Value>(callback: Value): Value {
  return carry(callback, causeUntilAct())
}

const UNKNOWN: Cause = { origin: undefined }

function causeUntilAct(): () => Cause {
  const cause = currentCause()
  const acts = countActs()
  return () => (cause.origin === 'human' && acts !== countActs() ? UNKNOWN : cause)
}

function carry<Value>(callback: Value, readCause: () => Cause): Value {
  if (typeof callback !== 'function') return callback
  const run = callback as unknown as Callback // it is a function
  function carried(this: unknown, ...given: never[]): unknown {
    return runWith(readCause(), () => run.apply(this, given))
  }
  return carried as Value // it takes and returns the same
}

/** What `IntersectionObserver` and `ResizeObserver` have in common. */
interface Observing {
  observe(target: Element, options?: object): void
}

/**
 * Returns the class of an observer whose first report has the cause of the code that began to observe, since that leads to
 * the report. What causes later reports is unknown.
 */
export function observeWithCause<Observer>(observer: Observer): Observer {
  const Base = observer as unknown as new (report: Callback, options?: object) => Observing // the compiler passes no others
  class CarryingObserver extends Base {
    constructor(callback: Callback, options?: object) {
      let first: (() => Cause) | undefined
      super(function (this: unknown, ...reported: never[]) {
        const cause = first?.() ?? UNKNOWN
        first = undefined
        return runWith(cause, () => callback.apply(this, reported))
      }, options)
      const observe = this.observe.bind(this)
      this.observe = (target, how) => {
        // A report may be of several causes: it is a person's only if all of them are.
        if (first === undefined || first().origin === 'human') first = causeUntilAct()
        observe(target, how)
      }
    }
  }
  return CarryingObserver as unknown as Observer // with the same members
}
