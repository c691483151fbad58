/**
 * Carries the cause of a call, a user or an agent, into code that JavaScript runs later: code after `await`, callbacks
 * of promises, timers and observers, promises that other code settles, and functions that are passed on. The runtime's
 * half is `runtime/src/browser/calls/carry-cause.ts`.
 */
import { CAUSES_KEY } from '@fw/runtime/contract'
import { type EmittedModule, isNode, ModuleEdits, type Node } from './module-edits.ts'
import { isFunction, listChildNodes, NamedCalls, readFunctionName, readName, readReceiver } from './named-calls.ts'
import { renameRedeclared } from './redeclared-functions.ts'

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
/** Methods that call a function immediately. */
const NO_QUEUE =
  /^(?:map|flatMap|filter|forEach|find(?:Last)?(?:Index)?|some|every|reduce(?:Right)?|(?:toS|s)ort(?:ed)?|replace(?:All)?|from|accept|dispose)$/
/** Functions that register a listener, which isn't a job: who notifies it may be an agent. */
const LISTENING = /^(?:add(?:Event)?Listener|on|once|subscribe|watch)$/
/** Functions passed to Solid run when Solid creates something, or create it. */
const SOLID = /^solid-js(?:\/|$)/
/** Functions of the runtime and of Solid in compiled modules. */
const COMPILED = /^_\$/

/** Cheap pre-check: a module without a match defers nothing. */
export const LEAVES_FOR_LATER: RegExp =
  /=>|\b(?:await|async|Promise)\b|\.(?:then|catch|finally)\b|\b(?:setTimeout|setInterval|setImmediate|requestAnimationFrame|requestIdleCallback|queueMicrotask|IntersectionObserver|ResizeObserver)\b/

/**
 * Local names of the runtime's functions in a compiled module. A function's name shadows that of the enclosing
 * function.
 */
const LOCAL = {
  carryCause: '_$carryCause',
  carrySharedCause: '_$carrySharedCause',
  carryTimer: '_$carryTimer',
  withCause: '_$withCause',
  withSharedCause: '_$withSharedCause',
  observeWithCause: '_$observeWithCause',
  stepWithCause: '_$stepWithCause',
  noteAnswers: '_$noteAnswers',
  noteResolvers: '_$noteResolvers',
  publishCauses: '_$publishCauses',
  asJob: '_$asJob',
  asCallback: '_$asCallback',
} as const
const CAUSE = '_$cause'

type Edits = ModuleEdits<keyof typeof LOCAL>

interface BrowserModule {
  readonly code: string
  readonly file: string
  /**
   * Whether the module is part of a package. Its work serves several callers, in queues that no single module shows, so
   * its human origin ends with the next act of an agent.
   */
  readonly isPackage?: boolean
  /** Whether the module imports one in CommonJS, which uses the functions of the page. */
  readonly usesCommonJs?: boolean
}

/** Rewrites a JavaScript module for the browser. Returns `undefined` if the module defers nothing. */
export function carryCauses(
  { code, file, isPackage = false, usesCommonJs = false }: BrowserModule,
  program: object,
): EmittedModule | undefined {
  const root = program as Node // ESTree
  const head = isEsModule(root) ? undefined : { at: findDirectivesEnd(root) ?? 0, print: printGlobals }
  const edits = new ModuleEdits(code, LOCAL, head)
  if (usesCommonJs) edits.insert(0, `${edits.use('publishCauses')}();`)
  const calls = isPackage ? undefined : new NamedCalls(root)
  visit(root, { around: undefined, names: [], solid: listSolidNames(root), calls }, edits)
  return edits.print(file)
}

/** Whether a program imports or exports something. */
export function isEsModule(program: object): boolean {
  const { body } = program as Node // ESTree
  return (body as readonly Node[]).some(({ type }) => /^(?:Import|Export)\w+Declaration$/.test(type))
}

/**
 * In a CommonJS module, an import would make the bundler start the runtime's modules on demand, in any order. So these
 * functions are those of the page (`CAUSES_KEY`), and pass values on if it has none.
 */
function printGlobals(names: readonly (readonly [name: string, local: string])[]): string {
  const find = `;const ${CAUSE}s=(name,...args)=>{const all=globalThis[Symbol.for('${CAUSES_KEY}')];if(all)return all[name](...args);const pass=v=>v;return args.length?args.at(-1):{on:pass,off:pass,resume:pass,again:pass}};`
  return find + names.map(([name, local]) => `const ${local}=(...args)=>${CAUSE}s('${name}',...args);`).join('')
}

/** Context of a node. */
interface Scope {
  /** The innermost function, if it is asynchronous and its cause is carried. */
  readonly around: Node | undefined
  /** Names of the enclosing functions, innermost last. */
  readonly names: readonly string[]
  /** Names that the module imports from Solid. */
  readonly solid: ReadonlySet<string>
  /** Calls in the module; `undefined` in a package. */
  readonly calls: NamedCalls | undefined
}

function listSolidNames({ body }: Node): ReadonlySet<string> {
  const imports = (body as readonly Node[]).filter(
    ({ type, source }) => type === 'ImportDeclaration' && SOLID.test(String((source as Node).value)),
  )
  return new Set(
    imports.flatMap(({ specifiers }) => (specifiers as readonly Node[]).map(({ local }) => readName(local as Node))),
  )
}

/** `name`: the name of the variable or member that receives the node's value. */
function visit(node: Node, outer: Scope, edits: Edits, name?: string): void {
  const scope = isFunction(node) ? enterScope(node, outer, edits, name) : outer
  if (scope.around !== undefined && !isFunction(node)) editAsync(node, scope, edits)
  editCall(node, scope, edits)
  if (isHandlerAssignment(node)) wrapNode(node.right as Node, edits.use('asCallback'), edits)
  const nameOfValue = readReceiver(node)
  for (const child of listChildNodes(node)) visit(child, scope, edits, nameOfValue)
}

function enterScope(node: Node, outer: Scope, edits: Edits, name: string | undefined): Scope {
  const own = readFunctionName(node, name)
  const isShared = node.async === true && (outer.calls?.repeats(node, [own]) ?? true)
  return { ...outer, around: enterFunction(node, isShared, edits), names: [...outer.names, own] }
}

/**
 * Begins to carry the function's cause. Returns the function if its body awaits something. An asynchronous generator
 * always does: it awaits the values that it yields and returns.
 *
 * @param isShared Whether the work of one caller may continue with that of another: the function calls itself, like a
 * loop, possibly through other functions.
 */
function enterFunction(node: Node, isShared: boolean, edits: Edits): Node | undefined {
  const body = node.body as Node
  if (node.async !== true || !(node.generator === true ? hasStatements(body) : hasAwait(body))) return undefined
  const begin = `const ${CAUSE}=${edits.use(isShared ? 'carrySharedCause' : 'carryCause')}();try{`
  const end = `}finally{${CAUSE}.off()}`
  const directives = findDirectivesEnd(body)
  if (directives !== undefined) edits.surround({ start: directives, end: body.end - 1 }, `;${begin}`, end)
  else if (body.type === 'BlockStatement') edits.surround({ start: body.start + 1, end: body.end - 1 }, begin, end)
  else edits.surround({ start: findArrow(node, edits.code), end: node.end }, `{${begin}return(`, `)${end}}`)
  return node
}

function hasStatements({ body }: Node): boolean {
  return !(body as readonly Node[]).every(isDirective)
}

/**
 * Returns the end of directives such as `'use strict'`, which must stay the first statements of a function. The last
 * one may end without a semicolon.
 */
function findDirectivesEnd({ type, body }: Node): number | undefined {
  return type === 'BlockStatement' || type === 'Program'
    ? (body as readonly Node[]).findLast(isDirective)?.end
    : undefined
}

function isDirective({ directive }: Node): boolean {
  return typeof directive === 'string'
}

/** Returns whether a function with this body awaits something. Nested functions don't count. */
function hasAwait(node: Node): boolean {
  if (isFunction(node)) return false
  if (node.type === 'AwaitExpression' || isAsyncLoop(node) || isAsyncUsing(node)) return true
  return listChildNodes(node).some(hasAwait)
}

/** Returns the offset after the `=>` of an arrow function. */
function findArrow(node: Node, code: string): number {
  const from = (node.params as readonly Node[]).at(-1)?.end ?? node.start
  // Comments between may contain `=>` too.
  const [found = ''] = /^(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?!=>)[\s\S])*=>/.exec(code.slice(from)) ?? []
  return from + found.length
}

/** Edits the awaiting expressions in an asynchronous function. */
function editAsync(node: Node, { around }: Scope, edits: Edits): void {
  const wrap = (method: 'on' | 'resume', keyword: number, call: string) => {
    // A `yield` without a value ends where the call begins.
    const isEmpty = !isNode(node.argument)
    edits.surround(node, `${CAUSE}.${method}(`, isEmpty ? ` ${call}))` : ')')
    if (!isEmpty) edits.surround({ start: node.start + keyword, end: node.end }, ` ${call}`, ')')
  }
  const off = `${CAUSE}.off(`
  const loop = skipLabels(node)
  if (node.type === 'AwaitExpression') wrap('on', 'await'.length, off)
  else if (node.type === 'YieldExpression' && node.delegate === true)
    wrap('resume', edits.code.indexOf('*', node.start) + 1 - node.start, beginSteps(edits))
  else if (node.type === 'YieldExpression') wrap('resume', 'yield'.length, off)
  else if (node.type === 'ReturnStatement' && isNode(node.argument) && around?.generator === true)
    // An asynchronous generator awaits what it returns, before any `finally`.
    edits.surround(node.argument, `${off}(`, '))')
  else if (node.type === 'TryStatement') {
    for (const block of [(node.handler as Node | null)?.body, node.finalizer])
      if (isNode(block)) edits.insert(block.start + 1, `${CAUSE}.on();`)
  } else if (isAsyncLoop(loop) && !edits.isDone(loop)) editLoop(loop, node, edits)
  else if (usesInHead(loop) && !edits.isDone(loop)) editUsingHead(loop, node, edits)
  else if (node.type === 'BlockStatement' && (node.body as readonly Node[]).some(isAsyncUsing)) editUsing(node, edits)
  if (node === around?.body && node.type === 'BlockStatement')
    renameRedeclared(node, findDirectivesEnd(node) ?? node.start + 1, edits)
  if (LOOP.test(node.type) && !isAsyncLoop(node) && hasAwait(node))
    edits.surround(node.body as Node, `{${CAUSE}.again();`, '}')
}

/** Returns the statement that labels mark. Labels must stay in front of a loop. */
function skipLabels(node: Node): Node {
  return node.type === 'LabeledStatement' ? skipLabels(node.body as Node) : node
}

const LOOP = /^(?:While|DoWhile|For|ForIn|ForOf)Statement$/

function isAsyncUsing({ type, kind }: Node): boolean {
  return type === 'VariableDeclaration' && kind === 'await using'
}

/** The block awaits the disposal at its end. */
function editUsing(block: Node, edits: Edits): void {
  const start = findDirectivesEnd(block)
  edits.surround({ start: start ?? block.start + 1, end: block.end - 1 }, 'try{', `}finally{${CAUSE}.on()}`)
  for (const declaration of (block.body as readonly Node[]).filter(isAsyncUsing)) editResources(declaration, edits)
}

/** Adds a resource after each resource: the last one is disposed of first, and the initializer of the next one may throw. */
function editResources({ declarations }: Node, edits: Edits): void {
  for (const { end } of declarations as readonly Node[]) edits.insert(end, `,${printOffAtEnd(end)}`)
}

/** A loop that awaits in its head: the next value, or the disposal of the last one. */
function isAsyncLoop({ type, await: isAsync, left }: Node): boolean {
  return type === 'ForOfStatement' && (isAsync === true || isAsyncUsing(left as Node))
}

function usesInHead({ type, init }: Node): boolean {
  return type === 'ForStatement' && isNode(init) && isAsyncUsing(init)
}

/** The loop awaits the disposal once, at its end. */
function editUsingHead(loop: Node, statement: Node, edits: Edits): void {
  edits.done(loop)
  edits.surround(statement, '{try{', `}finally{${CAUSE}.on()}}`)
  editResources(loop.init as Node, edits)
}

/** Prints a resource. Its disposal precedes the disposal of the resources that are declared above it. */
function printOffAtEnd(position: number): string {
  return `${CAUSE}${position}={[Symbol.asyncDispose]:()=>${CAUSE}.off()}`
}

function beginSteps(edits: Edits): string {
  return `${edits.use('stepWithCause')}(${CAUSE},`
}

/** `statement`: the loop, or its first label, which must stay in front of it. */
function editLoop(loop: Node, statement: Node, edits: Edits): void {
  edits.done(loop)
  // `finally` also covers loops that end by a `break` to an outer label.
  edits.surround(statement, '{try{', `}finally{${CAUSE}.on()}}`)
  if (loop.await === true) edits.surround(loop.right as Node, beginSteps(edits), ')')
  const using = isAsyncUsing(loop.left as Node) ? `await using ${printOffAtEnd(loop.end)};` : ''
  edits.surround(loop.body as Node, `{${CAUSE}.on();${CAUSE}.again();${using}`, '}')
}

/** Gives callbacks the cause of the code that passes them. */
function editCall(node: Node, { names, solid, calls }: Scope, edits: Edits): void {
  const { callee } = node
  if (!isNode(callee) || !Array.isArray(node.arguments)) return
  const given = node.arguments as readonly Node[]
  const [first] = given
  if (node.type === 'NewExpression') {
    if (OBSERVERS.has(globalName(callee) ?? '')) wrapNode(callee, edits.use('observeWithCause'), edits, true)
    else if (globalName(callee) === 'Promise' && first && mayBeFunction(first))
      wrapNode(first, edits.use('noteAnswers'), edits)
    return
  }
  if (node.type !== 'CallExpression') return
  const timer = findAppliedTimer(callee)
  if (timer) wrapNode(timer, edits.use('carryTimer'), edits)
  const name = globalName(callee)
  if (name !== undefined && TIMERS.has(name)) {
    if (first && mayBeFunction(first)) wrapNode(first, edits.use('withSharedCause'), edits)
  } else if (callee.type === 'MemberExpression' && callee.computed !== true && isReaction(callee.property as Node)) {
    // Several callers may share a named function, as with a function that a timer calls.
    for (const callback of given.slice(0, 2))
      if (mayBeFunction(callback)) {
        const isShared = !isFunction(callback) || (calls?.repeats(callback, names) ?? true)
        wrapNode(callback, edits.use(isShared ? 'withSharedCause' : 'withCause'), edits)
      }
  } else if (isWithResolvers(callee)) wrapNode(node, edits.use('noteResolvers'), edits)
  else if (mayQueue(callee, solid)) {
    for (const job of given)
      if (isJob(job))
        wrapNode(job, edits.use(isListening(callee) || hasParameters(job) ? 'asCallback' : 'asJob'), edits)
  }
}

function hasParameters({ params }: Node): boolean {
  return (params as readonly Node[]).length > 0
}

function isListening(callee: Node): boolean {
  return LISTENING.test(readName(callee.type === 'MemberExpression' ? (callee.property as Node) : callee))
}

/** Returns whether a node is an assignment such as `reader.onload = () => …`. */
function isHandlerAssignment({ type, operator, left, right }: Node): boolean {
  if (type !== 'AssignmentExpression' || operator !== '=' || !isJob(right as Node)) return false
  const { type: target, computed, property } = left as Node
  return target === 'MemberExpression' && computed !== true && /^on[a-z]+$/.test(readName(property as Node))
}

function isWithResolvers({ type, object, property }: Node): boolean {
  return (
    type === 'MemberExpression' &&
    globalName(object as Node) === 'Promise' &&
    readName(property as Node) === 'withResolvers'
  )
}

function mayQueue(callee: Node, solid: ReadonlySet<string>): boolean {
  if (callee.type === 'MemberExpression') return !NO_QUEUE.test(readName(callee.property as Node))
  const name = readName(callee)
  return name !== '' && !COMPILED.test(name) && !solid.has(name)
}

/** Returns whether a function is only a callback. Other functions may be constructors, or have their own name. */
function isJob({ type, async }: Node): boolean {
  return type === 'ArrowFunctionExpression' || (type === 'FunctionExpression' && async === true)
}

function isReaction(property: Node): boolean {
  return REACTIONS.has(String(property.name))
}

/** Returns `setTimeout` in `setTimeout.apply(…)` and `(own || setTimeout).apply(…)`, as in code for old browsers. */
function findAppliedTimer({ type, object, property }: Node): Node | undefined {
  if (type !== 'MemberExpression' || !/^(?:apply|call|bind)$/.test(readName(property as Node))) return undefined
  const { type: chosen, right } = object as Node
  const timer = (chosen === 'LogicalExpression' ? right : object) as Node
  return TIMERS.has(globalName(timer) ?? '') ? timer : undefined
}

/** Returns `setTimeout` for both `setTimeout` and `window.setTimeout`. */
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

/** Wraps a node in a call of `name`. Parentheses in the source stay, and the call is inserted inside them. */
function wrapNode(node: Node, name: string, edits: Edits, isClass = false): void {
  edits.surround(node, isClass ? `(${name}(` : `${name}(`, isClass ? '))' : ')')
}
