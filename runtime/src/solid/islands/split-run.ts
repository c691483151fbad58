/** The `run` of an intent whose code is a file of its own (`compiler.splitIntents`). */
import { getOwner, onCleanup } from 'solid-js'
import { agentHooks, findIsland } from './live-intents.ts'

type Run = (...call: never[]) => unknown

/** What such a file exports: `run`, once it has what it took from around itself. */
interface RunModule {
  readonly default: (captured: readonly unknown[]) => Run
}

/** What comes before most clicks, and what a keyboard has in its place. */
const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * The file is loaded by the first call, or before it: when somebody points at the island or moves into it. `captured` gives
 * what `run` uses of the component, as it is when it is called.
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
    // A call that needs it says what is wrong.
    ready().catch(() => {})
  }
  if (island) {
    for (const sign of SIGNS) document.addEventListener(sign, preload, { capture: true, passive: true })
    onCleanup(stop)
    // Whoever woke the island is there already.
    preload({ target: document.querySelector(`${selector}:hover`) })
  }
  // Within the event wherever that is possible: what it calls is then known to be the person's.
  return (...call) => {
    if (loaded) return loaded.default(captured())(...call)
    const keep = agentHooks.keep?.()
    return ready().then((module) => {
      const start = () => module.default(captured())(...call)
      return keep ? keep(start) : start()
    })
  }
}
