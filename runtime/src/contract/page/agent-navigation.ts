/** How the tools of an agent take part in navigations. */

export interface AgentNavigation {
  /** Returns the headers for a page that an agent opens with this event; `undefined` if a user opens it. */
  readHeaders(event: Event): Record<string, string> | undefined
  /** Runs code with the cause of the navigation in progress. */
  runAsNavigation(run: () => void): void
  /** Returns a function that runs code with the current cause, or with that of the page that is shown. */
  keep(): (run: () => unknown) => void
  /** Returns the headers for a newer version of the page that is shown; `undefined` if no agent has acted in the document. */
  readNewerHeaders(): Record<string, string> | undefined
  /** Called when the page of a navigation is shown, whose islands start with its cause, or a newer version without a navigation. */
  show(event?: Event): void
}

/**
 * Key of the symbol under which the page publishes them once they are loaded. A module that both sides import would be another
 * file of every page.
 */
export const AGENT_NAVIGATION_KEY = 'fw.navigation'
