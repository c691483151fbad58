/** The functions of a generated package: those of the model, as far as the server lists them. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { ApiModel, AppModel, ContractModel } from '#model.ts'

/** A function as the running app describes it. */
export interface ListedFunction {
  /** Full name, such as `api.shop.search`. */
  readonly name: string
  /** Schemas of the wire form. */
  readonly input: JsonSchema
  readonly output?: JsonSchema | undefined
  /** The address of its own. */
  readonly route?: ClientRoute | undefined
  /** Only signed-in users may call it, or the app decides about each caller. */
  readonly access?: 'user' | 'by-app' | undefined
}

/** An address of a function, with the status of its responses. */
export interface ClientRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly segments: readonly RouteSegment[]
  readonly status?: number | undefined
}

type RouteSegment =
  | { readonly kind: 'static'; readonly value: string }
  | { readonly kind: 'param' | 'rest' | 'optional-rest'; readonly name: string }

/** A function of the package. */
export interface ClientFunction {
  readonly api: ApiModel
  readonly route: ClientRoute | undefined
  readonly access: ListedFunction['access']
  /** Schema of the wire form of the input. */
  readonly schema: JsonSchema
  readonly input: ClientContract
  readonly output: ClientContract
  /** The call of an agent may need an approval. */
  readonly canWait: boolean
}

/** A contract whose schema is known. */
export type ClientContract =
  | Extract<ContractModel, { readonly source: 'type' | 'none' }>
  | { readonly source: 'schema'; readonly schema: JsonSchema }

/** A module of the package. */
export interface ClientModule {
  /** `shop` for `src/server/shop.api.ts`. */
  readonly module: string
  readonly functions: readonly ClientFunction[]
}

/** Returns the modules with their functions, both ordered by name. Modules without a listed function are missing. */
export function listClientModules(model: AppModel, listed: readonly ListedFunction[]): readonly ClientModule[] {
  const byName = new Map(listed.map((one) => [one.name, one]))
  return [...model.modules]
    .sort((a, b) => compare(a.module, b.module))
    .map(({ module, apis }) => ({
      module,
      functions: [...apis]
        .sort((a, b) => compare(a.exportName, b.exportName))
        .flatMap((api) => {
          const one = byName.get(api.tool)
          return one === undefined ? [] : [toClientFunction(api, one)]
        }),
    }))
    .filter(({ functions }) => functions.length > 0)
}

function toClientFunction(api: ApiModel, listed: ListedFunction): ClientFunction {
  const { guard, effect } = api
  return {
    api,
    route: listed.route,
    access: listed.access,
    // The server's has types by name, and may be a reference.
    schema: api.input.source === 'type' ? api.input.schema : listed.input,
    input: toClientContract(api.input, listed.input),
    output: toClientContract(api.output, listed.output),
    canWait: guard === 'confirm' || guard === 'function' || (guard === 'auto' && effect !== undefined),
  }
}

/** A schema in the source is known completely only while the app runs. */
function toClientContract(contract: ContractModel, schema: JsonSchema | undefined): ClientContract {
  if (contract.source === 'type' || contract.source === 'none') return contract
  return schema === undefined ? { source: 'none' } : { source: 'schema', schema }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}
