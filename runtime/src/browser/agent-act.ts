/** Something that an agent does to the page itself: what it leads to is the agent's until the page has settled. */
import { track } from './activity.ts'
import { beginAct } from './begin-act.ts'
import { asNow } from './cause.ts'
import { settled } from './settled.ts'

/** Answers wait for the page at most so long. */
const ANSWER_MS = 5_000
/** The page counts as busy for timers that are due within this time: a field that searches while people type waits so. */
const TIMER_MS = 1_000

/** Does it, and answers whether the page has settled; what goes on longer goes on as the agent's. */
export async function actAsAgent(act: () => void): Promise<boolean> {
  beginAct()
  return inAnswerTime(doAsAgent(act))
}

/** Whether it came within the time that an agent waits for an answer. Rejects as it does. */
export async function inAnswerTime(coming: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS, false)
  })
  try {
    return await Promise.race([coming.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

async function doAsAgent(act: () => void): Promise<void> {
  withAgentTimers(act)
  await settled()
}

/** Timers that `act` starts run as the agent's, however late, and so do those that they start. */
function withAgentTimers(act: () => void): void {
  const { setTimeout: wait, setInterval: repeat, requestAnimationFrame: nextFrame } = window
  const asAgents = (run: unknown, given: unknown[]) => {
    if (typeof run === 'function') void actAsAgent(() => run(...given))
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
    asNow('agent', act)
  } finally {
    // Only what is ours: the page may have put something else there meanwhile.
    for (const [name, own] of Object.entries({
      setTimeout: wait,
      setInterval: repeat,
      requestAnimationFrame: nextFrame,
    }))
      if (Reflect.get(window, name) === Reflect.get(timers, name)) Reflect.set(window, name, own)
  }
}
