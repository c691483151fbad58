/** The fields of a posted form, by the paths that their names spell. */
import { fieldSteps } from '#contract/field-steps.ts'

/** A file of a form. */
export interface PostedFile {
  readonly filename: string
  /** As the browser said it; `application/octet-stream` where it said nothing. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** One field as it was posted. Fields of one name keep their order. */
export interface PostedField {
  readonly name: string
  readonly value: string | PostedFile
}

/** What stands at a path. */
export interface FieldNode {
  readonly values: (string | PostedFile)[]
  readonly members: Map<string, FieldNode>
  readonly items: Map<number, FieldNode>
}

/** A tree of all fields. `isOwn` says whether a name is that of a member as it stands, dots and all. */
export function fieldTree(fields: readonly PostedField[], isOwn: (name: string) => boolean): FieldNode {
  const root = newNode()
  for (const { name, value } of fields) nodeAt(root, isOwn(name) ? [name] : fieldSteps(name)).values.push(value)
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
