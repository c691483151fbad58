/** `window.fw`: the access of an agent in the page to its tools. */
import type { PageAgent } from './page-agent.ts'
import type { WindowFw } from './page-api.ts'

/**
 * Installs `window.fw`. Returns the function that loads its implementation.
 *
 * @param wake Starts an island that waits for its trigger.
 */
export function installWindowFw(wake: (island: Element) => Promise<void>): () => Promise<PageAgent> {
  const load = async () => (await import('./page-agent.ts')).pageAgent(wake)
  const fw: Record<string, unknown> = { stores: {} }
  for (const name of ['call', 'tools', 'settled', 'on', 'navigate'] as const)
    fw[name] = async (...given: unknown[]) => {
      const agent = (await load()) as unknown as Record<string, (...given: unknown[]) => unknown> // its own arguments
      return agent[name]?.(...given)
    }
  window.fw = fw as unknown as WindowFw // every method is in the list
  return load
}
