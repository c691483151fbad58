/** The shape of `window.fw` (decisions: Manifest). */
import type { ManifestTool } from '#contract/api.ts'
import type { ElementExplanation } from '#contract/explanation.ts'
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
  /** In development: what an element shows and calls, and where its code stands. Absent with `compiler.bindingMaps: false`. */
  explain?(element: Element): Promise<ElementExplanation>
}

declare global {
  interface Window {
    fw?: WindowFw
  }
}
