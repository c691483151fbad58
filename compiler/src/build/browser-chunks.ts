/** Which shared modules of the browser bundle stand together. What is not named here is split by who uses it. */
import type { Rolldown } from 'vite'

/**
 * Everything that any island needs is one file; of Solid, the core that `split-solid.ts` makes. Stores stay out of it: a group takes along what its modules import, so
 * without the first group the second would carry all of Solid, and every page would load both.
 */
export const BROWSER_CHUNKS: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: 'solid',
      priority: 1,
      test: /[\\/]solid-js[\\/](?:web[\\/])?dist[\\/]\w+\.js(?:\?fw-part=core)?$|[\\/]runtime[\\/](?:src|dist)[\\/]solid[\\/](?:mount-island|live-intents)\.[jt]s$/,
    },
    { name: 'store', test: /[\\/]solid-js[\\/]store[\\/]/ },
  ],
}
