/** The part of an agent's tools in navigations. */
import { AGENT_NAVIGATION_KEY, type AgentNavigation } from '#contract/page/agent-navigation.ts'

/** Returns the part of an agent's tools in navigations; `undefined` until they are loaded. */
export function getAgentNavigation(): AgentNavigation | undefined {
  return (globalThis as { [key: symbol]: unknown })[Symbol.for(AGENT_NAVIGATION_KEY)] as AgentNavigation | undefined // set by `page-cause.ts`
}
