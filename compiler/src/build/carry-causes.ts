/**
 * Carries the cause of a call, a person or an agent, over what JavaScript does later: `await`, callbacks of promises, timers
 * and observers. The runtime's half is `runtime/src/browser/carry-cause.ts`.
 */
import { type Mapping, type SourceMap, sourceMap } from './source-map.ts'

interface EmittedModule {
  readonly code: string
  readonly map: SourceMap
}

/** A node of an ESTree program. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const TIMERS: ReadonlySet<string> = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'requestAnimationFrame',
  'requestIdleCallback',
  'queueMicrotask',
])
const REACTIONS: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])
const OBSERVERS: ReadonlySet<string> = new Set(['IntersectionObserver', 'ResizeObserver'])
const GLOBALS: ReadonlySet<string> = new Set(['window', 'globalThis', 'self'])

/** A cheap look: without one of these, a module leaves nothing for later. */
export const LEAVES_FOR_LATER: RegExp =
  /\bawait\b|\.(?:then|catch|finally)\b|\b(?:setTimeout|setInterval|setImmediate|requestAnimationFrame|requestIdleCallback|queueMicrotask|IntersectionObserver|ResizeObserver)\b/

/** Names of the runtime's functions in a compiled module. One of a function hides that of the function around it. */
const LOCAL = {
  carryCause: '_$carryCause',
  withCause: '_$withCause',
  withCauseUntilAct: '_$withCauseUntilAct',
  observeWithCause: '_$observeWithCause',
  stepWithCause: '_$stepWithCause',
} as const
const CAUSE = '_$cause'

/** What gets a mapping of its own: the maps of earlier steps are read at these places alone. */
const PIECE = /\n|\w+|[^\w\n]+/g

/** Rewrites a module of the browser, JavaScript. Returns undefined where it leaves nothing for later. */
export function carryCauses(
  { code, file }: { readonly code: string; readonly file: string },
  program: object,
): EmittedModule | undefined {
  const edits = new Edits(code)
  visit(program as Node, undefined, edits) // ESTree
  return edits.print(file)
}

/** Text that is inserted into a module. */
class Edits {
  readonly code: string
  readonly #inserted: { readonly at: number; readonly text: string; readonly rank: number }[] = []
  readonly #used = new Set<keyof typeof LOCAL>()
  readonly #done = new WeakSet<Node>()

  constructor(code: string) {
    this.code = code
  }

  insert(at: number, text: string): void {
    this.#inserted.push({ at, text, rank: this.#inserted.length })
  }

  /** Call it for what is outside before what is inside: at one offset, the inner end comes before the outer. */
  surround({ start, end }: Pick<Node, 'start' | 'end'>, before: string, after: string): void {
    this.insert(start, before)
    this.#inserted.push({ at: end, text: after, rank: -this.#inserted.length })
  }

  /** Marks a node that was edited with the node around it. */
  done(node: Node): void {
    this.#done.add(node)
  }

  isDone(node: Node): boolean {
    return this.#done.has(node)
  }

  /** Name of one of the runtime's functions, which the module then imports. */
  use(name: keyof typeof LOCAL): string {
    this.#used.add(name)
    return LOCAL[name]
  }

  print(file: string): EmittedModule | undefined {
    if (this.#used.size === 0) return undefined
    const names = [...this.#used].sort().map((name) => `${name} as ${LOCAL[name]}`)
    // On the first line, so that lines stay where they are.
    let text = `import { ${names.join(', ')} } from '@fw/runtime/client';`
    const mappings: Mapping[] = []
    let line = 0
    let column = text.length
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
    for (const { at, text: inserted } of this.#inserted.toSorted((a, b) => a.at - b.at || a.rank - b.rank)) {
      copy(from, at)
      text += inserted
      column += inserted.length
      from = at
    }
    copy(from, this.code.length)
    return { code: text, map: sourceMap(file, this.code, mappings) }
  }
}

/** `around`: the innermost function, if it is an asynchronous one whose cause is carried. */
function visit(node: Node, around: Node | undefined, edits: Edits): void {
  const within = isFunction(node) ? enterFunction(node, edits) : around
  if (within !== undefined && !isFunction(node)) editAsync(node, edits)
  editCall(node, edits)
  for (const child of listChildren(node)) visit(child, within, edits)
}

function isFunction(node: Node): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

function listChildren(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Begins to carry the cause of the function. Returns it if there is something in it that waits. */
function enterFunction(node: Node, edits: Edits): Node | undefined {
  if (node.async !== true || !waits(node.body as Node)) return undefined
  const body = node.body as Node
  const begin = `const ${CAUSE}=${edits.use('carryCause')}();try{`
  const end = `}finally{${CAUSE}.off()}`
  if (body.type === 'BlockStatement') edits.surround({ start: body.start + 1, end: body.end - 1 }, begin, end)
  else edits.surround({ start: findArrow(node, edits.code), end: node.end }, `{${begin}return(`, `)${end}}`)
  return node
}

/** Whether the function of this body waits: what functions in it do is their own. */
function waits(node: Node): boolean {
  if (isFunction(node)) return false
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true)) return true
  return listChildren(node).some(waits)
}

/** Offset behind the `=>` of an arrow function. */
function findArrow(node: Node, code: string): number {
  const from = (node.params as readonly Node[]).at(-1)?.end ?? node.start
  // Comments may stand there, with arrows of their own.
  const [found = ''] = /^(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?!=>)[\s\S])*=>/.exec(code.slice(from)) ?? []
  return from + found.length
}

/** Edits what waits in an asynchronous function. */
function editAsync(node: Node, edits: Edits): void {
  const wrap = (keyword: number, call: string) => {
    edits.surround(node, `${CAUSE}.on(`, ')')
    edits.surround({ start: node.start + keyword, end: node.end }, ` ${call}`, ')')
  }
  const off = `${CAUSE}.off(`
  if (node.type === 'AwaitExpression') wrap('await'.length, off)
  else if (node.type === 'YieldExpression' && node.delegate === true)
    wrap(edits.code.indexOf('*', node.start) + 1 - node.start, beginSteps(edits))
  else if (node.type === 'YieldExpression') wrap('yield'.length, off)
  else if (node.type === 'TryStatement') {
    for (const block of [(node.handler as Node | null)?.body, node.finalizer])
      if (isNode(block)) edits.insert(block.start + 1, `${CAUSE}.on();`)
  } else if (node.type === 'LabeledStatement' && isAsyncLoop(node.body as Node))
    editLoop(node.body as Node, node, edits)
  else if (isAsyncLoop(node) && !edits.isDone(node)) editLoop(node, node, edits)
}

function isAsyncLoop({ type, await: isAsync }: Node): boolean {
  return type === 'ForOfStatement' && isAsync === true
}

function beginSteps(edits: Edits): string {
  return `${edits.use('stepWithCause')}(${CAUSE},`
}

/** `statement`: the loop, or its label, which must stay beside it. */
function editLoop(loop: Node, statement: Node, edits: Edits): void {
  edits.done(loop)
  edits.surround(statement, '{', `;${CAUSE}.on();}`)
  edits.surround(loop.right as Node, beginSteps(edits), ')')
  edits.surround(loop.body as Node, `{${CAUSE}.on();`, '}')
}

/** Callbacks get the cause of the code that hands them over. */
function editCall(node: Node, edits: Edits): void {
  const { callee } = node
  if (!isNode(callee) || !Array.isArray(node.arguments)) return
  const given = node.arguments as readonly Node[]
  if (node.type === 'NewExpression') {
    if (OBSERVERS.has(globalName(callee) ?? '')) wrapNode(callee, edits.use('observeWithCause'), edits, true)
    return
  }
  if (node.type !== 'CallExpression') return
  const name = globalName(callee)
  const [first] = given
  if (name !== undefined && TIMERS.has(name)) {
    if (first && mayBeFunction(first)) wrapNode(first, edits.use('withCauseUntilAct'), edits)
  } else if (callee.type === 'MemberExpression' && callee.computed !== true && isReaction(callee.property as Node)) {
    for (const callback of given.slice(0, 2))
      if (mayBeFunction(callback)) wrapNode(callback, edits.use('withCause'), edits)
  }
}

function isReaction(property: Node): boolean {
  return REACTIONS.has(String(property.name))
}

/** `setTimeout` and `window.setTimeout`. */
function globalName(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return String(callee.name)
  const { object, property } = callee
  if (callee.type !== 'MemberExpression' || callee.computed === true || !isNode(object) || !isNode(property))
    return undefined
  return object.type === 'Identifier' && GLOBALS.has(String(object.name)) ? String(property.name) : undefined
}

function mayBeFunction({ type }: Node): boolean {
  return !/^(?:SpreadElement|.*Literal|ObjectExpression|ArrayExpression)$/.test(type)
}

/** Calls `name` with a node. Parentheses of the source stay, and the call is written within them. */
function wrapNode(node: Node, name: string, edits: Edits, isClass = false): void {
  edits.surround(node, isClass ? `(${name}(` : `${name}(`, isClass ? '))' : ')')
}
