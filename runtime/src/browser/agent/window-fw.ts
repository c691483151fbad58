/** `window.fw`: the access of an agent in the page to its tools. */
import type { WindowFw } from './page-api.ts'

/**
 * Installs `window.fw`.
 *
 * @param wake Starts an island that waits for its trigger.
 */
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
