/** `window.fw`: how an agent in the page reaches the intents of its components (decisions: Manifest). */
import type { CallAnswer } from '#contract/page-call.ts'

export interface WindowFw {
  /** Calls `<Component>.<intent>` as an agent. `instance` picks one of several mounted copies; the first otherwise. */
  call(name: string, input?: unknown, options?: { readonly instance?: string }): Promise<CallAnswer>
}

declare global {
  interface Window {
    fw?: WindowFw
  }
}

/** Puts `window.fw` in place. The code that calls intents is loaded at the first call. */
export function installWindowFw(wake: (island: Element) => Promise<void>): void {
  window.fw = {
    async call(name, input, options = {}) {
      const { callIntent } = await import('./call-intent.ts')
      return callIntent(name, input, options.instance, wake)
    },
  }
}
