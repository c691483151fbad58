/** Actions of an agent in the page itself. All their effects have agent origin until the page has settled. */
import { track } from '../calls/activity.ts'
import { type Cause, runWithOrigin } from '../calls/cause.ts'
import { settled } from '../calls/settled.ts'
import { beginAct, continueAct } from './begin-act.ts'

/** Time in milliseconds for which a response waits for the page. */
const RESPONSE_MS = 5_000
/**
 * The page counts as busy while timers within this time are pending. A search field that waits for the user to stop
 * typing uses such a timer.
 */
const TIMER_MS = 1_000

/** Runs the action, and returns whether the page has settled. Work that takes longer continues with agent origin. */
export async function actAsAgent(act: () => void): Promise<boolean> {
  beginAct()
  return settlesInTime(doAsAgent(act))
}

/** Returns whether `coming` resolves within the time for which an agent waits. Rejects with it. */
export async function settlesInTime(work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, RESPONSE_MS, false)
  })
  try {
    return await Promise.race([work.then(() => true), timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function doAsAgent(act: () => void, work?: Cause): Promise<void> {
  withAgentTimers(act, work)
  await settled()
}

/**
 * Runs `act` so that the timers it starts have agent origin, however late they run, and so do timers that those
 * start.
 */
function withAgentTimers(act: () => void, work: Cause = { origin: 'agent' }): void {
  const { setTimeout: wait, setInterval: repeat, requestAnimationFrame: nextFrame } = window
  const asAgents = (run: unknown, args: unknown[]) => {
    if (typeof run !== 'function') return
    continueAct(work)
    void doAsAgent(() => run(...args), work)
  }
  const timers = {
    setTimeout(run: unknown, ms = 0, ...given: unknown[]) {
      if (ms <= TIMER_MS) void track(new Promise((resolve) => wait(resolve, ms + 1)))
      return wait(() => asAgents(run, given), ms)
    },
    setInterval: (run: unknown, ms?: number, ...given: unknown[]) => repeat(() => asAgents(run, given), ms),
    requestAnimationFrame: (run: unknown) => nextFrame((time) => asAgents(run, [time])),
  }
  Object.assign(window, timers)
  try {
    runWithOrigin('agent', act)
  } finally {
    // Restores only these replacements, because the page may have replaced the functions in the meantime.
    for (const [name, own] of Object.entries({
      setTimeout: wait,
      setInterval: repeat,
      requestAnimationFrame: nextFrame,
    }))
      if (Reflect.get(window, name) === Reflect.get(timers, name)) Reflect.set(window, name, own)
  }
}
