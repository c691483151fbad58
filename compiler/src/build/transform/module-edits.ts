/** Changes compiled modules by insertions, and imports functions of the runtime that the inserted code calls. */
import { isObject } from '@fw/runtime/contract'
import { type Mapping, type SourceMap, sourceMap } from './source-map.ts'

export interface EmittedModule {
  readonly code: string
  readonly map: SourceMap
}

/** A node of an ESTree program. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Whether a value in an ESTree program is a node. */
export function isNode(value: unknown): value is Node {
  return isObject(value) && 'type' in value && typeof value.type === 'string'
}

/** The declaration of local names for functions of the runtime. */
interface Head {
  /** Its offset in the module. */
  readonly at: number
  readonly print: (names: readonly (readonly [name: string, local: string])[]) => string
}

const printImport: Head['print'] = (names) =>
  `import { ${names.map(([name, local]) => `${name} as ${local}`).join(', ')} } from '@fw/runtime/compiled';`

/** Pieces that get their own mapping: the source maps of earlier steps are read only at these positions. */
const PIECE = /\n|\w+|[^\w\n]+/g

/** Insertions into a module. */
export class ModuleEdits<Name extends string> {
  readonly code: string
  readonly #inserted: { readonly at: number; readonly text: string; readonly rank: number }[] = []
  readonly #local: Readonly<Record<Name, string>>
  readonly #used = new Set<Name>()
  readonly #done = new WeakSet<Node>()
  readonly #head: Head

  /**
   * @param local Local names of the runtime's functions.
   * @param head Declares them. Default: an import of `@fw/runtime/compiled`.
   */
  constructor(code: string, local: Readonly<Record<Name, string>>, head: Head = { at: 0, print: printImport }) {
    this.code = code
    this.#local = local
    this.#head = head
  }

  insert(at: number, text: string): void {
    this.#inserted.push({ at, text, rank: this.#inserted.length })
  }

  /**
   * Call it for outer nodes before inner ones: at the same offset, the inner node's `after` must precede the outer's.
   */
  surround({ start, end }: Pick<Node, 'start' | 'end'>, before: string, after: string): void {
    this.insert(start, before)
    this.#inserted.push({ at: end, text: after, rank: -this.#inserted.length })
  }

  /** Marks a node as edited with its parent. */
  done(node: Node): void {
    this.#done.add(node)
  }

  isDone(node: Node): boolean {
    return this.#done.has(node)
  }

  /** Returns the local name of one of the runtime's functions, which the module then imports. */
  use(name: Name): string {
    this.#used.add(name)
    return this.#local[name]
  }

  print(file: string): EmittedModule | undefined {
    if (this.#used.size === 0) return undefined
    // Without a line break, so that line numbers don't change.
    const head = this.#head.print([...this.#used].sort().map((name) => [name, this.#local[name]]))
    const inserted = [...this.#inserted, { at: this.#head.at, text: head, rank: Number.NEGATIVE_INFINITY }]
    let text = ''
    const mappings: Mapping[] = []
    let line = 0
    let column = 0
    const copy = (from: number, to: number) => {
      for (const { 0: piece, index } of this.code.slice(from, to).matchAll(PIECE)) {
        mappings.push({ line, column, offset: from + index })
        text += piece
        column += piece.length
        if (piece !== '\n') continue
        line++
        column = 0
      }
    }
    let from = 0
    for (const { at, text: addition } of inserted.sort((a, b) => a.at - b.at || a.rank - b.rank)) {
      copy(from, at)
      text += addition
      column += addition.length
      from = at
    }
    copy(from, this.code.length)
    return { code: text, map: sourceMap(file, this.code, mappings) }
  }
}
