/** Reads the declared types of builders and Standard Schemas, which are known without running the app. */
import type { ContractModel, SchemaGap } from '#model.ts'
import { deriveTypeTree } from '#program/type-tree.ts'
import type { ts } from '#program/typescript.ts'
import { toJsonSchema } from '#schema/json-schema.ts'

interface Context {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
}

/** A builder or Standard Schema in the source. */
export interface SchemaValue {
  /** Type of the value; absent if the source has no expression for it. */
  readonly type?: ts.Type
  readonly anchor: ts.Node
}

/** Result of reading a declared type. */
interface DeclaredSchema {
  readonly contract: Extract<ContractModel, { source: 'schema' }>
  readonly wantsFullLib: boolean
}

/** Derives the JSON Schema of the type that a schema declares: `~standard.types` of Standard Schema. */
export function deriveDeclared(context: Context, side: 'input' | 'output', value: SchemaValue): DeclaredSchema {
  const type = findDeclaredType(context, side, value)
  const { Any, Unknown } = context.ts.TypeFlags
  if (type === undefined || type.flags & (Any | Unknown)) {
    const written = type === undefined ? 'any' : context.checker.typeToString(type)
    return { contract: { source: 'schema', gaps: [{ path: side, type: written }] }, wantsFullLib: false }
  }
  const { tree, problems } = deriveTypeTree(context, { type, anchor: value.anchor, optional: true })
  // A member of the type `unknown` is declared so; its schema may accept any value.
  const gaps = problems
    .filter((problem) => problem.kind !== 'any' || problem.type === 'any')
    .map((problem): SchemaGap => ({ path: side + problem.path, type: problem.type }))
  return {
    contract: { source: 'schema', declared: toJsonSchema(tree, side), ...(gaps.length > 0 && { gaps }) },
    wantsFullLib: problems.some(({ kind }) => kind === 'unresolved'),
  }
}

/** Returns the type of `schema['~standard'].types.input`, or `undefined` if the schema's type doesn't declare it. */
function findDeclaredType({ checker }: Context, side: string, { type, anchor }: SchemaValue): ts.Type | undefined {
  return ['~standard', 'types', side].reduce<ts.Type | undefined>((owner, name) => {
    const member = owner && checker.getNonNullableType(owner).getProperty(name)
    return member && checker.getTypeOfSymbolAtLocation(member, anchor)
  }, type)
}
