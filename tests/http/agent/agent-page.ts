/** An agent whose person has a page open that tells what its stores hold. */
import type { AgentMount } from '../../../runtime/src/contract/agent/agent.ts'
import type { Manifest } from '../../../runtime/src/contract/agent/manifest.ts'
import type { TurnDeps } from '../../../runtime/src/contract/agent/turn-deps.ts'

/** `stores` is asked at each turn. */
export function onPage(agent: AgentMount, stores: () => Manifest['stores']): AgentMount {
  return {
    ...agent,
    handle: (request, deps) => {
      const seen: TurnDeps = Object.create(deps, {
        manifestFor: {
          value: async (path: string) => ({ ...(await deps.manifestFor(path)), stores: stores() }),
        },
      })
      return agent.handle(request, seen)
    },
  }
}

/** A store that tells all of `value`, of which `words` is marked as somebody else's. */
export const pageStore = (value: Readonly<Record<string, unknown>>): Manifest['stores'] => [
  {
    alias: 'page',
    schema: { type: 'object', properties: { words: { type: 'string', 'x-fw-untrusted': true } } },
    value,
    readers: [],
    actions: [],
  },
]
