/** The type of `window.fw`. */
import type { ManifestTool } from '#contract/api.ts'
import type { ElementExplanation, PageExplanation } from '#contract/page/explanation.ts'
import type { CallAnswer } from '#contract/page/page-call.ts'

/** Methods of `window.fw`. They are asynchronous, because the code is loaded when it is first needed. */
export interface WindowFw {
  /**
   * Calls a tool with agent origin: `<Component>.<intent>`, `<store>.<action>`, `api.<module>.<name>` or `ui_*`.
   * `instance` selects one of several mounted copies; default: the first. Never rejects.
   */
  call(name: string, input?: unknown, options?: { readonly instance?: string }): Promise<CallAnswer>
  /** Lists the tools that can be called now: those of the page, mounted or not yet, those of the server, and `ui_*`. */
  tools(): Promise<readonly ManifestTool[]>
  /** Returns the exposed state of stores by alias as plain data. A store is included once an island has used it. */
  readonly stores: Readonly<Record<string, unknown>>
  /**
   * Resolves once the page has settled: no intent, api call, navigation or island start is in progress. `scope` is
   * the id of an island.
   */
  settled(scope?: string): Promise<void>
  /**
   * Subscribes to events. Resolves with a function that ends the subscription. `tools`: tools or their readiness have
   * changed; `error`: an island failed; `proposal`: a call became pending or was resolved. The same events are
   * dispatched on the document, for example as `fw:tools`.
   */
  on(type: string, listener: (detail: unknown) => void): Promise<() => void>
  /** Navigates to another page of this app. */
  navigate(url: string): Promise<void>
  /**
   * In development: returns the stores and tools that an element uses, and the location of its code. Without an element:
   * the live reads of the page, with their tags and the writes that refreshed them. Absent with
   * `compiler.bindingMaps: false`.
   */
  explain?: {
    (element: Element): Promise<ElementExplanation>
    (): Promise<PageExplanation>
  }
}

declare global {
  interface Window {
    fw?: WindowFw
  }
}
