/** The fields of a posted form, by the paths that their names spell: `address.city`, `items[0].qty`, `tags[]`. */

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

/** How deep a name may lead, as deep as JSON may be. */
const MAX_STEPS = 100

/** A tree of all fields. `isOwn` says whether a name is that of a member as it stands, dots and all. */
export function fieldTree(fields: readonly PostedField[], isOwn: (name: string) => boolean): FieldNode {
  const root = newNode()
  for (const { name, value } of fields) nodeAt(root, isOwn(name) ? [name] : stepsOf(name)).values.push(value)
  return root
}

function newNode(): FieldNode {
  return { values: [], members: new Map(), items: new Map() }
}

function nodeAt(root: FieldNode, steps: readonly (string | number)[]): FieldNode {
  let node = root
  for (const step of steps) node = typeof step === 'number' ? memberOf(node.items, step) : memberOf(node.members, step)
  return node
}

function memberOf<Key>(nodes: Map<Key, FieldNode>, key: Key): FieldNode {
  const node = nodes.get(key) ?? newNode()
  nodes.set(key, node)
  return node
}

const STEP = /^(?:\.?([^.[\]"]+)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\])/

/** `items[0].qty` is `items`, 0, `qty`; a last `[]` says that there may be several. What is no path is one name. */
export function stepsOf(name: string): readonly (string | number)[] {
  const steps: (string | number)[] = []
  let rest = name.endsWith('[]') ? name.slice(0, -2) : name
  while (rest !== '') {
    const found = rest.startsWith('.') && steps.length === 0 ? undefined : STEP.exec(rest)
    // A name follows a name with a dot between them.
    if (!found || steps.length >= MAX_STEPS || (found[1] !== undefined && steps.length > 0 && !rest.startsWith('.')))
      return [name]
    const [whole, key, index, quoted] = found
    if (key !== undefined) steps.push(key)
    else if (index !== undefined) steps.push(Number(index))
    else {
      try {
        steps.push(JSON.parse(quoted ?? '') as string) // the pattern lets strings through
      } catch {
        return [name]
      }
    }
    rest = rest.slice(whole.length)
  }
  return steps.length === 0 ? [name] : steps
}
