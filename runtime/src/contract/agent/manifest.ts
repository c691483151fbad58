/** The manifest of a route. */
import type { AuditEntry, ManifestTool } from '../api.ts'
import type { RouteTitle } from '../page/page.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { ProposedCall } from './proposal.ts'

export interface ManifestComponent {
  readonly id: string
  readonly name: string
  /** When the component hydrates: `load`, `idle`, `visible`, `interaction`, `media:<query>`, `only`. */
  readonly hydrate: string
  /** The component's doc comment. Like the next two members, absent if `compiler.bindingMaps` is off. */
  readonly description?: string
  readonly state?: unknown
  /**
   * Store paths that it displays, such as `cart.lines.length`, or `cart.lines[].name` for each item. Absent if there are
   * none.
   */
  readonly shows?: readonly string[]
  /** Tools that its buttons and fields call, limited to the tools that the caller may call. Absent if the list is empty. */
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
   * Calls the tool as an agent. Returns the plain result, or the `ParkedResult` of a `confirm` tool.
   * @throws {FwError} If the call is refused or fails.
   */
  run(input?: unknown): Promise<unknown>
}

/** A live component of a rendered page, for callers outside a browser that invoke its intents. */
export interface ComponentInstance {
  /** Id in the manifest. */
  readonly id: string
  /** Name in the manifest. */
  readonly component: string
  /** Its intents, then the actions of the stores that it uses. */
  readonly intents: readonly LiveTool[]
  /** Aliases of the stores that it uses. */
  readonly stores: readonly string[]
}

/** The result of `instancesFor`. */
export interface PageInstances {
  readonly instances: readonly ComponentInstance[]
}

/** Callbacks of `instancesFor`. An exception or rejection of a callback never affects the call. */
export interface InstanceHooks {
  /** Called for every call that is made through these instances, in addition to the app's own `onAudit`. */
  onAudit?(entry: AuditEntry): void | Promise<void>
  /**
   * Receives a pending call of the page and the function that resolves it, which is the only way to resolve it: HTTP
   * requests can't. Approving runs the call as a call of the user and resolves to its result; it rejects with the error of
   * the call, or with `unknown_proposal` if the proposal was resolved before or has expired. Rejecting resolves to whether
   * the proposal was pending.
   */
  onProposal?(
    proposal: ProposedCall,
    settle: (decision: 'approve' | 'reject') => Promise<unknown>,
  ): void | Promise<void>
}
