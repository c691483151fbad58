/** Groups of shared modules in the browser bundle. All other modules are bundled with their importers. */
import type { Rolldown } from 'vite'

/** The code of intents. */
export const INTENT_MODULES: RegExp =
  /[\\/]runtime[\\/](?:src|dist)[\\/](?:solid[\\/]islands[\\/]intent-client|contract[\\/](?:page[\\/]intent|schema[\\/]own-keys))\.[jt]s$/

/**
 * Groups of modules. Small files compress badly: the code that calls apis, with the causes of calls, is one file, and so
 * are intents, navigation and forms. The code that every island needs is another: hydration and the core of Solid that
 * `split-solid.ts` separates. `includeDependenciesRecursively` is `false`, since a group would otherwise include everything
 * that its modules can import: stores, lists, Suspense.
 */
export const BROWSER_CHUNKS: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: 'hydrate',
      includeDependenciesRecursively: false,
      test: /^\0fw:browser\/hydrate$|[\\/]solid-js[\\/](?:web[\\/])?dist[\\/]\w+\.js(?:\?fw-part=core)?$|[\\/]runtime[\\/](?:src|dist)[\\/]solid[\\/](?:islands[\\/](?:mount-island|live-intents)|stores[\\/]live-stores)\.[jt]s$/,
    },
    {
      name: 'navigation',
      includeDependenciesRecursively: false,
      test: /^\0fw:browser\/navigation$|[\\/]runtime[\\/](?:src|dist)[\\/]browser[\\/]navigation[\\/](?:announce|focus-place|follow-links|next-page|own-nonce|prefetch|silence-noscript)\.[jt]s$/,
    },
    {
      name: 'call',
      includeDependenciesRecursively: false,
      test: /[\\/]runtime[\\/](?:src|dist)[\\/](?:browser[\\/](?:live[\\/]live-calls|islands[\\/]stub|calls[\\/](?:activity|agent-document|carry-cause|cause|post-json))|contract[\\/](?:agent[\\/]proposal|http[\\/](?:call-error|call-response|error-mark)))\.[jt]s$/,
    },
    {
      name: 'intent',
      // A single island includes the code.
      minShareCount: 2,
      includeDependenciesRecursively: false,
      test: INTENT_MODULES,
    },
    {
      name: 'forms',
      includeDependenciesRecursively: false,
      test: /[\\/]runtime[\\/](?:src|dist)[\\/](?:browser[\\/]forms[\\/](?:form-(?:member|parts)|send-forms)|contract[\\/]page[\\/]form|solid[\\/]forms[\\/](?:form-key|live-forms))\.[jt]s$/,
    },
  ],
}

/** Inlines constants: a file that holds only constants costs more than it saves. */
export const BROWSER_OPTIMIZATION: Rolldown.InputOptions['optimization'] = { inlineConst: { mode: 'all' } }
