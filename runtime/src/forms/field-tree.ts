/** The fields of a posted form, by the paths in their names. */
import { FwError } from '#contract/http/error.ts'
import { fieldSteps } from '#contract/schema/field-steps.ts'

/** A file of a form. */
export interface PostedFile {
  readonly filename: string
  /** Type that the browser sent; `application/octet-stream` if it sent none. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** One posted field. Fields of the same name keep their order. */
export interface PostedField {
  readonly name: string
  readonly value: string | PostedFile
}

/** The values at a path and below it. */
export interface FieldNode {
  readonly values: (string | PostedFile)[]
  readonly members: Map<string, FieldNode>
  readonly items: Map<number, FieldNode>
}

/**
 * Steps that the names of a form may have together, for each of its fields. The limit of fields doesn't limit the tree: one
 * name has up to 100 steps.
 */
const STEPS_PER_FIELD = 10
/** Steps that the names of any form may have together. */
const MIN_STEPS = 1_000

/**
 * Builds the tree of all fields.
 *
 * @param isOwn Whether a name is that of a member as it is written, including its dots.
 * @throws FwError `payload_too_large` for names with too many steps.
 */
export function buildFieldTree(fields: readonly PostedField[], isOwn: (name: string) => boolean): FieldNode {
  const root = newNode()
  let left = Math.max(MIN_STEPS, STEPS_PER_FIELD * fields.length)
  for (const { name, value } of fields) {
    const steps = isOwn(name) ? [name] : fieldSteps(name)
    left -= steps.length
    if (left < 0) throw new FwError('payload_too_large', { message: 'The fields of this form are nested too deeply.' })
    nodeAt(root, steps).values.push(value)
  }
  return root
}

function newNode(): FieldNode {
  return { values: [], members: new Map(), items: new Map() }
}

function nodeAt(root: FieldNode, steps: readonly (string | number)[]): FieldNode {
  let node = root
  for (const step of steps)
    node = typeof step === 'number' ? ensureMember(node.items, step) : ensureMember(node.members, step)
  return node
}

function ensureMember<Key>(nodes: Map<Key, FieldNode>, key: Key): FieldNode {
  const node = nodes.get(key) ?? newNode()
  nodes.set(key, node)
  return node
}
