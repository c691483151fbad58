/**
 * Takes the cause of code to what it leaves for later. The compiler writes calls of these functions into the modules of
 * the browser that a guarded call can be reached from (`compiler/src/build/carry-causes.ts`).
 */
import {
  broughtCause,
  type Cause,
  captureCause,
  countActs,
  currentCause,
  nextMoment,
  replaceCause,
  runWith,
} from './cause.ts'

/** The cause of one asynchronous function, from its first line to its last. */
export interface CarriedCause {
  /** The function goes on: what runs now has its cause. Returns `value`. */
  on<Value>(value?: Value): Value
  /** The function waits or has ended. Returns `value`. */
  off<Value>(value?: Value): Value
  /** The next round of a loop begins. A person's cause ends with the first act of an agent, which may have added to what the loop reads. */
  again(): void
}

/** Begins to carry the cause of the asynchronous function that calls it. */
export function carryCause(): CarriedCause {
  let cause = captureCause()
  const readAgain = causeUntilAct(cause)
  let isOn = true
  let before = replaceCause(cause)
  return {
    on(value) {
      if (!isOn) before = replaceCause(joinAnswer(cause))
      isOn = true
      return value as never // it is passed on as it came
    },
    off(value) {
      if (isOn) replaceCause(before)
      isOn = false
      return value as never // it is passed on as it came
    },
    again() {
      cause = readAgain()
      if (isOn) replaceCause(cause)
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
  const cause = captureCause()
  return carry(callback, () => joinAnswer(cause))
}

/**
 * The same for timers and other callbacks that several callers may share, such as the timer of a debounced function. A
 * person's cause ends with the next act of an agent, which may have changed what the callback does.
 */
export function withCauseUntilAct<Value>(callback: Value): Value {
  return carry(callback, causeUntilAct())
}

function causeUntilAct(cause = captureCause()): () => Cause {
  const acts = countActs()
  return () => (cause.origin === 'human' && acts !== countActs() ? { origin: undefined, since: cause.since } : cause)
}

/** Not that of an act: timers that an agent's act starts are the agent's. */
const { setTimeout: wait } = globalThis
/** What an agent has answered now: whoever waits for it goes on before the next task. */
let answered: Cause | undefined

/** A person's work that an agent's answer lets go on is the agent's. */
function joinAnswer(cause: Cause): Cause {
  if (answered && cause.origin === 'human') cause.answer ??= answered
  return cause
}

/** `asked`: the cause of the work that made the promise. */
function noteAnswer(asked: Cause, { origin, run }: Cause): void {
  if (origin !== 'agent') return
  const answer: Cause = { origin, run, since: nextMoment() }
  if (asked.origin === 'human') asked.answer ??= answer
  answered = answer
  wait(() => {
    if (answered === answer) answered = undefined
  })
}

/**
 * Takes the function that settles a promise, such as the callback of `new Promise`. If an agent settles it, what waits for it
 * goes on as the agent's, unless the agent has made the promise itself.
 */
export function noteAnswers<Executor>(executor: Executor): Executor {
  const asked = captureCause()
  if (typeof executor !== 'function' || currentCause().origin === 'agent') return executor
  return ((...settle: unknown[]) => executor(...settle.map((each) => noteCaller(each, asked)))) as Executor // it takes the same
}

interface Resolvable {
  readonly promise: unknown
  readonly resolve: unknown
  readonly reject: unknown
}

/** The same for what `Promise.withResolvers()` returns. */
export function noteResolvers<Resolvers>(resolvers: Resolvers): Resolvers {
  const { promise, resolve, reject } = resolvers as unknown as Resolvable // the compiler passes no others
  const settle: unknown[] = []
  noteAnswers((...noted: unknown[]) => settle.push(...noted))(resolve, reject)
  return { promise, resolve: settle[0], reject: settle[1] } as Resolvers // the same members
}

function noteCaller(settle: unknown, asked: Cause): unknown {
  if (typeof settle !== 'function') return settle
  return (value: unknown) => {
    const cause = currentCause()
    const note = () => noteAnswer(asked, cause)
    if (value instanceof Promise) value.then(note, note)
    else note()
    return settle(value)
  }
}

/**
 * For a function that is passed to another one, which may queue it: `job` has the cause of what made it, where work that began
 * before runs it. A person's does so once, and until an agent acts.
 */
export function asJob<Job>(job: Job): Job {
  const { origin } = currentCause()
  const acts = countActs()
  if (acts === 0 || origin === undefined) return job
  const cause = captureCause()
  const made = nextMoment()
  const run = job as unknown as Callback // the compiler passes functions
  let isDue = true
  function carried(this: unknown, ...given: never[]): unknown {
    const runner = broughtCause()
    const isQueued = (runner?.since ?? made) < made && runner?.origin !== origin
    if (!isQueued || (origin === 'human' && !(isDue && acts === countActs()))) return run.apply(this, given)
    isDue = false
    return runWith(cause, () => run.apply(this, given))
  }
  return Object.defineProperty(carried, 'length', { value: run.length }) as unknown as Job // it takes and returns the same
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
        const cause = first?.() ?? { origin: undefined }
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
