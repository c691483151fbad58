/** The manifest of a route (decisions: Manifest). */
import type { ManifestTool } from './api.ts'
import type { JsonSchema } from './json-schema.ts'

export interface ManifestComponent {
  readonly id: string
  readonly name: string
  /** When it hydrates: `load`, `idle`, `visible`, `interaction`, `media:<query>`, `only`. */
  readonly hydrate: string
  readonly description?: string
  readonly state?: unknown
  readonly shows?: readonly string[]
  readonly does?: readonly string[]
  readonly stores: readonly string[]
}

export interface ManifestStore {
  readonly alias: string
  readonly description?: string
  readonly schema?: JsonSchema
  readonly value?: unknown
  readonly readers: readonly string[]
  readonly actions: readonly string[]
}

export interface Manifest {
  readonly fw: '1'
  readonly path: string
  readonly pattern?: string
  readonly components: readonly ManifestComponent[]
  readonly stores: readonly ManifestStore[]
  readonly tools: readonly ManifestTool[]
  readonly routes: readonly { readonly pattern: string; readonly title?: string }[]
  readonly skills: readonly {
    readonly name: string
    readonly description: string
    readonly when?: string
    readonly tools: readonly string[]
  }[]
}

/** A live component of a rendered page, so that a caller outside a browser can invoke its intents. */
export interface ComponentInstance {
  readonly id: string
  readonly component: string
  readonly intents: readonly (ManifestTool & { run(input: unknown): Promise<unknown> })[]
  readonly stores: readonly string[]
}

/** What `instancesFor` answers (decisions: Manifest). */
export interface PageInstances {
  readonly instances: readonly ComponentInstance[]
}
