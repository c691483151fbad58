/** Which shared modules of the browser bundle stand together. What is not named here goes to those who use it. */
import type { Rolldown } from 'vite'

/**
 * What calls apis is one file, since small ones compress badly. Everything that any island needs is another: hydration and the core of Solid that `split-solid.ts` makes. `false`,
 * since a group would otherwise take along all that its modules can import: stores, lists, Suspense.
 */
export const BROWSER_CHUNKS: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: 'hydrate',
      includeDependenciesRecursively: false,
      test: /^\0fw:browser\/hydrate$|[\\/]solid-js[\\/](?:web[\\/])?dist[\\/]\w+\.js(?:\?fw-part=core)?$|[\\/]runtime[\\/](?:src|dist)[\\/]solid[\\/](?:mount-island|live-intents)\.[jt]s$/,
    },
    {
      name: 'cause',
      includeDependenciesRecursively: false,
      test: /[\\/]runtime[\\/](?:src|dist)[\\/]browser[\\/](?:activity|cause|carry-cause)\.[jt]s$/,
    },
    {
      name: 'call',
      includeDependenciesRecursively: false,
      test: /[\\/]runtime[\\/](?:src|dist)[\\/](?:browser[\\/](?:stub|post-json|parked-result)|contract[\\/]proposal)\.[jt]s$/,
    },
  ],
}

/** Constants are written where they are used: a file that only holds their names costs more than it saves. */
export const BROWSER_OPTIMIZATION: Rolldown.InputOptions['optimization'] = { inlineConst: { mode: 'all' } }
