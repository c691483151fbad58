/** `window.fw`: how an agent in the page reaches its tools (decisions: Manifest). */
import type { ManifestTool } from '#contract/api.ts'
import type { CallAnswer } from '#contract/page-call.ts'

/** Every method is asynchronous: the code behind it is loaded when it is first needed. */
export interface WindowFw {
  /**
   * Calls a tool as an agent: `<Component>.<intent>`, `<store>.<action>`, `api.<module>.<name>` or `ui_*`. `instance`
   * picks one of several mounted copies; the first otherwise. Never rejects.
   */
  call(name: string, input?: unknown, options?: { readonly instance?: string }): Promise<CallAnswer>
  /** What can be called here now: the tools of the page, mounted or not yet, those of the server, and `ui_*`. */
  tools(): Promise<readonly ManifestTool[]>
  /** What stores expose, by alias, as it is now: plain data. There once an island used the store. */
  readonly stores: Readonly<Record<string, unknown>>
  /** Resolves once nothing is under way: no intent, call of an api, navigation or island that is starting. `scope`: the id of an island. */
  settled(scope?: string): Promise<void>
  /**
   * Resolves once `listener` hears of it, with what ends that. `tools`: they, or their readiness, have changed; `error`: an
   * island failed; `proposal`: a call was parked or settled. Also events on the document, as `fw:tools`.
   */
  on(type: string, listener: (detail: unknown) => void): Promise<() => void>
  /** Goes to another page of this app. */
  navigate(url: string): Promise<void>
}

declare global {
  interface Window {
    fw?: WindowFw
  }
}

/** Puts `window.fw` in place. `wake` starts an island that waits for its trigger. */
export function installWindowFw(wake: (island: Element) => Promise<void>): void {
  const load = () => import('./page-agent.ts')
  const fw: Record<string, unknown> = { stores: {} }
  for (const name of ['call', 'tools', 'settled', 'on', 'navigate'] as const)
    fw[name] = async (...given: unknown[]) => {
      const agent = (await load()).pageAgent(wake) as unknown as Record<string, (...given: unknown[]) => unknown> // its own arguments
      return agent[name]?.(...given)
    }
  window.fw = fw as unknown as WindowFw // every method is in the list
}
