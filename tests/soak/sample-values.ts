/** Values that match a derived type: for each alternative at least one value. */
import type { ObjectNode, TypeNode, TypeTree } from '../../compiler/src/type-tree.ts'

const MAX_SAMPLES = 24
const STRINGS = ['a', 'b', 'ab', '', 'x']
const KEYS = ['x', 'x1', 'z']

/** Returns values of the root, or none if the type has none. */
export function sampleValues({ root, defs }: TypeTree): readonly unknown[] {
  return sample(root, defs, 4)
}

function sample(node: TypeNode, defs: TypeTree['defs'], depth: number): readonly unknown[] {
  if (depth < 0) return []
  const below = (child: TypeNode) => sample(child, defs, depth - 1)
  switch (node.kind) {
    case 'ref': {
      const target = defs[node.name]
      return target === undefined ? [] : below(target)
    }
    case 'union':
      return node.options.flatMap((option) => sample(option, defs, depth)).slice(0, MAX_SAMPLES)
    case 'literal':
      return node.values
    case 'string':
      return STRINGS.filter((text) => node.pattern === undefined || new RegExp(node.pattern, 'u').test(text))
    case 'number':
      return [1, 0.5]
    case 'boolean':
      return [true, false]
    case 'null':
      return [null]
    case 'unknown':
      return [1, {}]
    case 'array':
      return [[], ...below(node.items).map((item) => [item])]
    case 'tuple': {
      const items = node.items.map(below)
      const required = spread(items.slice(0, node.required))
      return node.required === items.length ? required : [...required, ...spread(items)].slice(0, MAX_SAMPLES)
    }
    case 'object':
      return sampleObjects(node, below)
    default:
      return []
  }
}

function sampleObjects(node: ObjectNode, below: (child: TypeNode) => readonly unknown[]): readonly unknown[] {
  const required = node.properties.filter(({ optional }) => !optional)
  const valuesByName = (properties: ObjectNode['properties']) =>
    spread(properties.map(({ type }) => below(type))).map((values) =>
      Object.fromEntries(properties.map(({ name }, at) => [name, values[at]])),
    )
  const least = valuesByName(required)
  const full = required.length === node.properties.length ? [] : valuesByName(node.properties)
  const [first] = least
  if (first === undefined) return []
  const declared = node.properties.map(({ name }) => name)
  const others = KEYS.filter((key) => !declared.includes(key)).flatMap((key) => {
    const patterns = (node.patterns ?? []).filter(({ pattern }) => new RegExp(pattern, 'u').test(key))
    const type = patterns[0]?.type ?? node.index
    return type === undefined ? [] : below(type).map((value) => ({ ...first, [key]: value }))
  })
  return [...least, ...full, ...others].slice(0, MAX_SAMPLES)
}

/** Returns lists that together contain each value of each column, or none if a column is empty. */
function spread(columns: readonly (readonly unknown[])[]): unknown[][] {
  if (columns.some(({ length }) => length === 0)) return []
  const rows = Math.max(1, ...columns.map(({ length }) => length))
  return Array.from({ length: rows }, (_, at) => columns.map((column) => column[at % column.length]))
}
