/** Loads the `run` of an intent from its separate file (`compiler.splitIntents`). */
import { getOwner, onCleanup } from 'solid-js'
import { agentHooks, findIsland } from './live-intents.ts'
import { addRunFile } from './run-files.ts'

type Run = (...call: never[]) => unknown

/** Module of such a file. Its export takes the captured values and returns `run`. */
interface RunModule {
  readonly default: (captured: readonly unknown[]) => Run
}

/** Events that precede most clicks, or presses of a key. */
const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Returns a function that calls the `run`. The first call loads the file, unless the pointer or the focus has entered the
 * island before. `captured` returns the current values of the component's variables that `run` uses.
 */
export function splitRun(load: () => Promise<RunModule>, captured: () => readonly unknown[]): Run {
  let loaded: RunModule | undefined
  const ready = async () => {
    loaded ??= await load()
    return loaded
  }
  const island = findIsland(getOwner())
  const selector = `fw-island[i="${island?.id}"]`
  const stop = () => {
    for (const sign of SIGNS) document.removeEventListener(sign, preload, true)
  }
  const preload = ({ target }: Pick<Event, 'target'>) => {
    if (!(target instanceof Element) || !target.closest(selector)) return
    stop()
    // A call reports the error.
    ready().catch(() => {})
  }
  if (island) {
    for (const sign of SIGNS) document.addEventListener(sign, preload, { capture: true, passive: true })
    onCleanup(stop)
    // The pointer may be over the island already, since this often starts it.
    preload({ target: document.querySelector(`${selector}:hover`) })
  }
  // Runs within the event if possible, so that its calls have the person's origin.
  const run: Run = (...call) => {
    if (loaded) return loaded.default(captured())(...call)
    const keep = agentHooks.keep?.()
    return ready().then((module) => {
      const start = () => module.default(captured())(...call)
      return keep ? keep(start) : start()
    })
  }
  // An approval loads the file before it compares what the call reads.
  addRunFile(run, ready)
  return run
}
