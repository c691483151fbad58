/** JSON Schema of a type tree, only for tests: a reference must not share code with the tested module. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { TypeNode, TypeTree } from '../../../compiler/src/type-tree.ts'

export type Side = 'input' | 'output'

export function referenceSchema(tree: TypeTree, side: Side): JsonSchema {
  const defs = Object.entries(tree.defs).map(([name, node]) => [name, nodeSchema(node, side)] as const)
  const root = nodeSchema(tree.root, side)
  return defs.length === 0 ? root : { ...root, $defs: Object.fromEntries(defs) }
}

function nodeSchema(node: TypeNode, side: Side): JsonSchema {
  const schema = bareSchema(node, side)
  return node.default === undefined ? schema : { ...schema, default: node.default }
}

function bareSchema(node: TypeNode, side: Side): JsonSchema {
  switch (node.kind) {
    case 'string': {
      const { kind, ...keywords } = node
      return { type: 'string', ...keywords } as JsonSchema
    }
    case 'number': {
      const { kind, integer, ...keywords } = node
      return { type: integer ? 'integer' : 'number', ...keywords } as JsonSchema
    }
    case 'boolean':
    case 'null':
      return { type: node.kind }
    case 'unknown':
      return {}
    case 'literal':
      return node.values.length === 1 ? { const: node.values[0] } : { enum: [...node.values] }
    case 'array':
      return {
        type: 'array',
        items: nodeSchema(node.items, side),
        ...(node.minItems === undefined ? {} : { minItems: node.minItems }),
        ...(node.maxItems === undefined ? {} : { maxItems: node.maxItems }),
        ...(node.uniqueItems ? { uniqueItems: true } : {}),
      }
    case 'tuple':
      return {
        type: 'array',
        ...(node.items.length === 0 ? {} : { prefixItems: node.items.map((item) => nodeSchema(item, side)) }),
        minItems: node.required,
        items: node.rest === undefined ? false : nodeSchema(node.rest, side),
      }
    case 'object':
      return objectSchema(node, side)
    case 'union':
      return { anyOf: node.options.map((option) => nodeSchema(option, side)) }
    case 'ref':
      return { $ref: `#/$defs/${node.name}` }
    case 'codec':
      return codecSchema(node, side)
  }
}

function objectSchema(node: Extract<TypeNode, { kind: 'object' }>, side: Side): JsonSchema {
  const keyed = node.index !== undefined
  const required = node.properties
    .filter(({ optional, type }) => !optional && (side === 'output' || type.default === undefined))
    .map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(node.properties.map(({ name, type }) => [name, nodeSchema(type, side)])),
    ...(required.length === 0 ? {} : { required }),
    ...(node.patterns === undefined
      ? {}
      : {
          patternProperties: Object.fromEntries(
            node.patterns.map(({ pattern, type }) => [pattern, nodeSchema(type, side)]),
          ),
        }),
    ...(keyed && node.index !== undefined
      ? { additionalProperties: nodeSchema(node.index, side) }
      : side === 'input'
        ? { additionalProperties: false }
        : {}),
  }
}

function codecSchema(node: Extract<TypeNode, { kind: 'codec' }>, side: Side): JsonSchema {
  const item = node.item === undefined ? {} : nodeSchema(node.item, side)
  switch (node.codec) {
    case 'date':
      return { type: 'string', format: 'date-time' }
    case 'bigint':
      return { type: 'string', pattern: '^(?:0|-?[1-9][0-9]*)$', maxLength: 4096 }
    case 'url':
      return { type: 'string', format: 'uri' }
    case 'bytes':
      return {
        type: 'string',
        contentEncoding: 'base64',
        pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      }
    case 'set':
      return { type: 'array', items: item, uniqueItems: true }
    case 'map':
      return { type: 'object', additionalProperties: item }
  }
}
