/** The manifest of a route (decisions: Manifest). */
import type { AuditEntry, ManifestTool } from './api.ts'
import type { JsonSchema } from './json-schema.ts'
import type { RouteTitle } from './page.ts'
import type { ProposedCall } from './proposal.ts'

export interface ManifestComponent {
  readonly id: string
  readonly name: string
  /** When it hydrates: `load`, `idle`, `visible`, `interaction`, `media:<query>`, `only`. */
  readonly hydrate: string
  /** The doc comment of the component. Like the next two, absent where `compiler.bindingMaps` is off. */
  readonly description?: string
  readonly state?: unknown
  /** Paths of stores that it shows, as `cart.lines.length`, or `cart.lines[].name` of each. Absent when there are none. */
  readonly shows?: readonly string[]
  /** The tools behind its buttons and fields, as far as the caller may call them. Absent when there are none. */
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
  readonly routes: readonly RouteTitle[]
  readonly skills: readonly {
    readonly name: string
    readonly description: string
    readonly when?: string
    readonly tools: readonly string[]
  }[]
}

/** A tool of a rendered page, with the closure of that render. */
export interface LiveTool extends ManifestTool {
  /**
   * Calls it as an agent. Answers the bare result, or the `ParkedResult` of a `confirm` tool; throws `FwError` when the
   * call is refused or fails.
   */
  run(input?: unknown): Promise<unknown>
}

/** A live component of a rendered page, so that a caller outside a browser can invoke its intents. */
export interface ComponentInstance {
  /** The manifest's id. */
  readonly id: string
  /** Its name in the manifest. */
  readonly component: string
  /** Its intents, then the actions of the stores that it touches. */
  readonly intents: readonly LiveTool[]
  /** Aliases of the stores that it touches. */
  readonly stores: readonly string[]
}

/** What `instancesFor` answers (decisions: Manifest). */
export interface PageInstances {
  readonly instances: readonly ComponentInstance[]
}

/** What the caller of `instancesFor` listens to. Neither a throw nor a rejection of a hook reaches the call. */
export interface InstanceHooks {
  /** Hears of every call that is made here, beside the app's own `onAudit`. */
  onAudit?(entry: AuditEntry): void | Promise<void>
  /**
   * Gets a parked call of the page, and what settles it: nothing else does, no HTTP request. Approving runs it as a
   * person's call and answers the result; it throws what the call throws, and `unknown_proposal` when the proposal was
   * settled before or its time is over. Rejecting answers whether it was pending.
   */
  onProposal?(
    proposal: ProposedCall,
    settle: (decision: 'approve' | 'reject') => Promise<unknown>,
  ): void | Promise<void>
}
