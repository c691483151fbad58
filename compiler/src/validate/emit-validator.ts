/** Converts a type tree to the source of a `Validator` (runtime/src/contract/schema/validation.ts). */
import type { JsonSchema } from '@fw/runtime/contract'
import type { TypeTree } from '../type-tree.ts'
import { type CheckContext, emitCheck } from './emit-check.ts'
import { type Conversion, emitConversion } from './emit-convert.ts'
import { emitStringify } from './emit-stringify.ts'
import { itemFunctions } from './item-functions.ts'
import type { ModuleWriter } from './module-writer.ts'
import { literal, quote } from './source-text.ts'
import { treeFacts } from './tree-facts.ts'

export interface ValidatorSource {
  readonly tree: TypeTree
  /** JSON Schema of the same side, from the same tree. */
  readonly schema: JsonSchema
  /** Inputs are closed, fill in defaults and build fresh objects; outputs are open and stay unchanged. */
  readonly side: 'input' | 'output'
  /** For an input whose fields have messages: its schema with them. */
  readonly formSchema?: JsonSchema | undefined
}

/** Emits the functions of a validator into the module and returns the expression that creates it. Deterministic. */
export function emitValidator(writer: ModuleWriter, source: ValidatorSource): string {
  const { tree, schema, side, formSchema } = source
  const check = checkContext(writer, source)
  const parts = [`is: ${emitCheck(check, tree.root)}`]
  const add = (part: string, conversion: Conversion) => {
    const name = emitConversion(check, conversion, tree.root)
    if (name !== undefined) parts.push(`${part}: ${name}`)
    return name
  }
  const hasCodec = check.facts.hasCodec(tree.root)
  if (side === 'input') add('build', 'build')
  if (hasCodec) {
    add('encode', 'encode')
    const decode = add('decode', 'decode')
    if (side === 'output') parts.push(`build: ${decode}`)
  }
  const items = [...itemFunctions(check)].map(([pointer, name]) => `${quote(pointer)}: ${name}`)
  if (items.length > 0) parts.push(`items: { ${items.join(', ')} }`)
  const stringify = side === 'output' ? emitStringify(check, tree.root) : undefined
  if (stringify !== undefined) parts.push(`stringify: ${stringify}`)
  if (formSchema !== undefined) parts.push(`formSchema: ${literal(formSchema)}`)
  return `${writer.helper('compiledValidator')}(${literal(schema)}, { ${parts.join(', ')} })`
}

/**
 * Emits the code that a client stub needs: `encode` of the input, `decode` of the output. Returns `undefined` if the
 * wire form is the same.
 */
export function emitCodec(writer: ModuleWriter, source: Omit<ValidatorSource, 'schema'>): string | undefined {
  const check = checkContext(writer, source)
  const conversion = source.side === 'input' ? 'encode' : 'decode'
  return check.facts.hasCodec(source.tree.root) ? emitConversion(check, conversion, source.tree.root) : undefined
}

/**
 * Emits the browser's check of a user's input: an expression `(real value) => value that run receives`, undefined for
 * an invalid value.
 */
export function emitTake(writer: ModuleWriter, tree: TypeTree): string {
  const check = checkContext(writer, { tree, side: 'input' })
  const is = emitCheck(check, tree.root)
  const convert = (conversion: Conversion, value: string) => {
    const name = emitConversion(check, conversion, tree.root)
    return name === undefined ? value : `${name}(${value})`
  }
  const wire = check.facts.hasCodec(tree.root) ? `v = ${convert('encode', 'v')}` : 'v'
  return `(v) => ${is}(${wire}) ? ${convert('build', 'v')} : void 0`
}

function checkContext(writer: ModuleWriter, { tree, side }: Omit<ValidatorSource, 'schema'>): CheckContext {
  return { writer, facts: treeFacts(tree), side, definitions: new Map(), locals: 0, depth: '0' }
}
