/** An agent for a person with an open page that sends the state of its stores. */
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

/** A store that exposes `value`. Its member `words` is marked as untrusted. */
export const pageStore = (value: Readonly<Record<string, unknown>>): Manifest['stores'] => [
  {
    alias: 'page',
    schema: { type: 'object', properties: { words: { type: 'string', 'x-fw-untrusted': true } } },
    value,
    readers: [],
    actions: [],
  },
]
