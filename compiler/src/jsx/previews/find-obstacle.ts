/**
 * Decides whether a function is free of effects except through the state that it receives, so that it can run as a preview.
 * It is an allowlist: code that isn't listed is an obstacle.
 *
 * In accepted code no value is a function. Functions occur only where they are called, and members such as `constructor` are
 * never read. So the code reaches only data and the listed functions, also with data that an agent has chosen.
 */
import { type NodePath, types } from '@babel/core'
import { childAt, getKey, memberName, routeTo } from '../syntax-paths.ts'
import { isBounded, isBoundedLoop, listCounted } from './bounded-loops.ts'
import { isRecursive, mayGrow } from './growing-loops.ts'
import { BUILT_IN, CALLBACKS, CALLS, CHANGING, CLASSES, ITERATING, METHODS, SIZED, STATICS } from './pure-names.ts'
import { type Binding, findFunction, isConstant, isNumber, isTable, skipTypes } from './pure-values.ts'

/**
 * The kind of a value: data; a function that changes the state of the preview, `setter` and `set` also by callbacks, `set` and
 * `action` within a store; an object of actions; or an object with such members, whose other members are data.
 */
export type Role = 'data' | 'setter' | 'set' | 'action' | 'actions' | { readonly [member: string]: Role }

/** The check of one function, with the functions inside it. */
interface Check {
  readonly root: NodePath<types.Function>
  /** Roles of its parameters. Default: data. */
  readonly params: readonly Role[]
  /** Functions outside of it that are checked already. */
  readonly seen: Set<types.Node>
  /** Variables whose role is being read. */
  readonly reading: Set<types.Node>
}

type Obstacle = types.Node | undefined

/** Returns the first code that may have another effect, or another result each time. */
export function findObstacle(run: NodePath<types.Function>, params: readonly Role[]): Obstacle {
  return checkFunction(run, { root: run, params, seen: new Set(), reading: new Set() })
}

/** Statements and expressions whose parts decide. */
const PLAIN =
  /^(?:(?:Block|Expression|If|Return|Break|Continue|Switch|Throw|Try|Empty)Statement|SwitchCase|(?:String|Numeric|Boolean|Null|BigInt|RegExp|Template)Literal|TemplateElement|(?:Array|Object|Conditional|Logical|Sequence|Binary|Await|Parenthesized|TSAs|TSSatisfies|TSNonNull)Expression|SpreadElement)$/

const CHECKS: Readonly<Record<string, (path: NodePath, check: Check) => Obstacle>> = {
  Identifier: checkIdentifier,
  MemberExpression: checkMember,
  OptionalMemberExpression: checkMember,
  CallExpression: checkCall,
  OptionalCallExpression: checkCall,
  NewExpression: checkNew,
  AssignmentExpression: checkAssignment,
  UpdateExpression: (path, check) => checkTarget(childAt(path, 'argument'), check),
  UnaryExpression: checkUnary,
  ObjectProperty: checkProperty,
  VariableDeclaration: checkDeclaration,
  FunctionDeclaration: checkFunction,
  ForStatement: checkCountedLoop,
  ForInStatement: checkLoop,
  ForOfStatement: checkLoop,
  CatchClause: (path, check) =>
    (path.node as types.CatchClause).param
      ? (checkPattern(childAt(path, 'param'), 'data', check) ?? checkCode(childAt(path, 'body'), check))
      : checkCode(childAt(path, 'body'), check),
}

function checkCode(path: NodePath, check: Check): Obstacle {
  const own = CHECKS[path.type]
  if (own) return own(path, check)
  return PLAIN.test(path.type) ? checkAll(listChildren(path), check) : path.node
}

function checkAll(paths: readonly NodePath[], check: Check): Obstacle {
  for (const path of paths) {
    const found = checkCode(path, check)
    if (found) return found
  }
  return undefined
}

function listChildren(path: NodePath): readonly NodePath[] {
  const keys = (types.VISITOR_KEYS[path.type] ?? []).filter((key) => key !== 'typeAnnotation')
  return keys.flatMap((key) => path.get(key)).filter(({ node }) => Boolean(node))
}

function listPaths(path: NodePath, key: string): readonly NodePath[] {
  return [path.get(key)].flat()
}

function checkFunction(path: NodePath, check: Check): Obstacle {
  const { async, generator } = path.node as types.Function // called with functions
  const isRun = path === check.root && check.params.length > 0
  // Only the run itself is awaited.
  if (generator || (async && !isRun)) return path.node
  for (const [index, param] of listPaths(path, 'params').entries()) {
    const found = checkPattern(param, (isRun && check.params[index]) || 'data', check)
    if (found) return found
  }
  return checkCode(childAt(path, 'body'), check)
}

/** Checks the members that a pattern reads, and its default values. */
function checkPattern(path: NodePath, role: Role, check: Check): Obstacle {
  const { node } = path
  if (path.isIdentifier()) return undefined
  if (path.isAssignmentPattern())
    return checkCode(childAt(path, 'right'), check) ?? checkPattern(childAt(path, 'left'), role, check)
  if (path.isRestElement()) return role === 'data' ? checkPattern(childAt(path, 'argument'), role, check) : node
  const parts = path.isObjectPattern() ? 'properties' : path.isArrayPattern() ? 'elements' : undefined
  if (parts === undefined) return node
  for (const [index, part] of listPaths(path, parts).entries()) {
    if (!part.node) continue
    const key = part.isObjectProperty() ? getKey(part.node) : String(index)
    if (key === undefined || isBuiltIn(role, key)) return part.node
    const target = part.isObjectProperty() ? childAt(part, 'value') : part
    const found = checkPattern(target, part.isRestElement() ? role : readMember(role, key), check)
    if (found) return found
  }
  return undefined
}

function readMember(role: Role, key: string): Role {
  if (typeof role === 'object') return Object.hasOwn(role, key) ? (role[key] ?? 'data') : 'data'
  return role === 'actions' && !isBuiltIn(role, key) ? 'action' : 'data'
}

/** Whether a member isn't one of the value's own. Actions have names that only lists and other data have as methods. */
function isBuiltIn(role: Role, key: string): boolean {
  if (role === 'actions') return key in Object.prototype
  return BUILT_IN.has(key) && !(typeof role === 'object' && Object.hasOwn(role, key))
}

/** Returns the role of a variable, or of a member by its name. All other values are data, or have an obstacle. */
function readRole(path: NodePath, check: Check): Role {
  const value = skipTypes(path)
  if (value.isIdentifier()) {
    const binding = value.scope.getBinding(value.node.name)
    return binding ? readVariable(binding, check) : 'data'
  }
  const key = readKey(value)
  return key === undefined ? 'data' : readMember(readRole(childAt(value, 'object'), check), key)
}

function readVariable({ path, identifier, kind }: Binding, check: Check): Role {
  const follow = (role: Role, pattern: types.Node | null) =>
    routeTo(pattern, identifier)?.map(String).reduce(readMember, role)
  if (kind === 'param')
    return (
      check.root.node.params.flatMap((param, index) => follow(check.params[index] ?? 'data', param) ?? [])[0] ?? 'data'
    )
  // Other variables that would receive such a value have an obstacle.
  if (kind !== 'const' || !path.isVariableDeclarator() || !path.node.init || isOutside(path, check)) return 'data'
  // A variable that contains itself.
  if (check.reading.has(identifier)) return {}
  check.reading.add(identifier)
  const role = follow(readRole(childAt(path, 'init'), check), path.node.id) ?? 'data'
  check.reading.delete(identifier)
  return role
}

/** Returns the name of a member that isn't computed, or computed by a literal. */
function readKey(path: NodePath): string | undefined {
  if (!path.isMemberExpression() && !path.isOptionalMemberExpression()) return undefined
  const { property, computed } = path.node
  if (!computed) return property.type === 'Identifier' ? property.name : undefined
  return property.type === 'StringLiteral' || property.type === 'NumericLiteral' ? String(property.value) : undefined
}

function isOutside(path: NodePath, { root }: Check): boolean {
  return path !== root && !path.isDescendant(root)
}

const VALUES: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity'])

/** A variable as a value. */
function checkIdentifier(path: NodePath, check: Check): Obstacle {
  const { name } = path.node as types.Identifier
  const binding = path.scope.getBinding(name)
  if (binding === undefined) return VALUES.has(name) ? undefined : path.node
  if (isOutside(binding.path, check)) return isConstant(binding) ? undefined : path.node
  const isData =
    binding.kind !== 'local' && findFunction(binding) === undefined && readVariable(binding, check) === 'data'
  return isData ? undefined : path.node
}

/** A member as a value. */
function checkMember(path: NodePath, check: Check): Obstacle {
  const object = childAt(path, 'object')
  if (readRole(path, check) !== 'data') return path.node
  const [role, key] = [readRole(object, check), readKey(path)]
  if (role !== 'data') return key === undefined || isBuiltIn(role, key) ? path.node : undefined
  const owner = readGlobal(object)
  if (owner !== undefined)
    return STATICS.has(owner) && /^[A-Z\d_]+$/.test(memberName(path) ?? '') ? undefined : path.node
  return checkRead(path, check) ?? (isTableName(object) ? undefined : checkCode(object, check))
}

/** Checks that the value of a member is data. */
function checkRead(path: NodePath, check: Check): Obstacle {
  const key = readKey(path)
  if (key !== undefined) return BUILT_IN.has(key) ? path.node : undefined
  const { computed } = path.node as types.MemberExpression // the caller checks it
  const property = childAt(path, 'property')
  if (!computed || !(isNumber(property) || isCoerced(path))) return path.node
  return checkCode(property, check)
}

/** Whether code uses a value only as a primitive, or as a condition. */
function isCoerced(path: NodePath): boolean {
  const { parentPath: parent, key } = path
  if (!parent) return false
  if (/^(?:Binary|Unary)Expression$|^TemplateLiteral$/.test(parent.type)) return true
  if (/^(?:If|For)Statement$/.test(parent.type)) return key === 'test'
  if (parent.isConditionalExpression() && key === 'test') return true
  return /^(?:Logical|Conditional|Parenthesized|TS\w+)Expression$/.test(parent.type) && isCoerced(parent)
}

function readGlobal(path: NodePath): string | undefined {
  const value = skipTypes(path)
  return value.isIdentifier() && !value.scope.getBinding(value.node.name) ? value.node.name : undefined
}

function isTableName(path: NodePath): boolean {
  const value = skipTypes(path)
  const binding = value.isIdentifier() && value.scope.getBinding(value.node.name)
  return Boolean(binding && isTable(binding))
}

function checkCall(path: NodePath, check: Check): Obstacle {
  const callee = skipTypes(childAt(path, 'callee'))
  const role = readRole(callee, check)
  if (role === 'action' && !isInOrder(path, check)) return path.node
  if (typeof role === 'string' && /^(?:set|action$)/.test(role)) return checkGiven(path, check, role !== 'action')
  if (callee.isIdentifier()) {
    const binding = callee.scope.getBinding(callee.node.name)
    if (binding === undefined) return CALLS.has(callee.node.name) ? checkGiven(path, check) : path.node
    const called = findFunction(binding)
    return called && !isRecursive(called) ? (checkOuter(called, check) ?? checkGiven(path, check)) : path.node
  }
  const name = memberName(callee)
  if (name === undefined) return path.node
  const object = childAt(callee, 'object')
  const owner = readGlobal(object)
  const isKnown = owner === undefined ? METHODS.has(name) : STATICS.get(owner)?.has(name) === true
  if (!isKnown || readRole(object, check) !== 'data') return path.node
  const [first] = listPaths(path, 'arguments')
  if (ITERATING.has(name) && first && !isFunctionName(first) && !isFunctionLiteral(first)) return first.node
  if (owner === 'Array' && first?.isObjectExpression() && !hasBoundedLength(first)) return first.node
  if (SIZED.has(name) && first && !isBounded(first)) return first.node
  const [list, callback] = owner === undefined ? [object, first] : listPaths(path, 'arguments')
  if (WALKING.test(name) && list && callback && mayGrowIn(callback, list, check)) return callback.node
  const isReadable = owner !== undefined || (isTableName(object) && !CHANGING.has(name))
  return (
    (isReadable ? undefined : checkCode(object, check)) ??
    checkGiven(path, check, ITERATING.has(name) || CALLBACKS.has(name))
  )
}

/** Methods that walk through a map or a set, or a list by its iterator: they find what their callback adds. */
const WALKING = /^(?:forEach|from|groupBy)$/

/** Whether a loop, or a callback, may add to the list that it walks through. */
function mayGrowIn(code: NodePath, list: NodePath, check: Check): boolean {
  const changesStore = (callee: NodePath) => /^(?:set|action)$/.test(String(readRole(callee, check)))
  return mayGrow({ code, list, root: check.root, changesStore })
}

function hasBoundedLength(list: NodePath<types.ObjectExpression>): boolean {
  return list.get('properties').every((member) => {
    const key = member.isObjectProperty() ? getKey(member.node) : undefined
    return key !== undefined && (key !== 'length' || isBounded(childAt(member, 'value')))
  })
}

function isFunctionLiteral(path: NodePath): boolean {
  return path.isArrowFunctionExpression() || path.isFunctionExpression()
}

function isFunctionName(path: NodePath): boolean {
  const binding = path.isIdentifier() && path.scope.getBinding(path.node.name)
  return Boolean(binding && findFunction(binding))
}

/** Whether the run awaits or returns the result of an action. The order of several actions at once isn't known. */
function isInOrder(path: NodePath, { root }: Check): boolean {
  const { parentPath: parent } = path
  if (path.getFunctionParent() !== root || !parent) return false
  if (parent.isAwaitExpression() || parent === root) return true
  return parent.isReturnStatement() && path.findParent((outer) => outer.isTryStatement() || outer === root) === root
}

/** Checks the arguments of a call. `callsBack`: whether it only calls the functions among them. */
function checkGiven(path: NodePath, check: Check, callsBack = false): Obstacle {
  for (const given of listPaths(path, 'arguments')) {
    const binding = given.isIdentifier() ? given.scope.getBinding(given.node.name) : undefined
    const called = callsBack && binding ? findFunction(binding) : undefined
    if (called && isRecursive(called)) return given.node
    const isLiteral = callsBack && isFunctionLiteral(given)
    const found = called ? checkOuter(called, check) : (isLiteral ? checkFunction : checkCode)(given, check)
    if (found) return found
  }
  return undefined
}

/** Checks a function of the module or the component that the run calls. Those inside the run are checked with it. */
function checkOuter(called: NodePath<types.Function>, check: Check): Obstacle {
  if (!isOutside(called, check) || check.seen.has(called.node)) return undefined
  check.seen.add(called.node)
  return checkFunction(called, { root: called, params: [], seen: check.seen, reading: new Set() })
}

function checkNew(path: NodePath, check: Check): Obstacle {
  const name = readGlobal(childAt(path, 'callee'))
  const [first] = (path.node as types.NewExpression).arguments
  const isKnown = name !== undefined && CLASSES.has(name)
  // Without an argument, it is the current time.
  if (!isKnown || (name === 'Date' && (!first || first.type === 'SpreadElement'))) return path.node
  return checkGiven(path, check)
}

function checkAssignment(path: NodePath, check: Check): Obstacle {
  const { operator } = path.node as types.AssignmentExpression
  const left = skipTypes(childAt(path, 'left'))
  const read = /^(?:\?\?|\|\||&&)=$/.test(operator) && !left.isIdentifier() ? checkRead(left, check) : undefined
  return read ?? checkTarget(left, check) ?? checkCode(childAt(path, 'right'), check)
}

/** Checks a variable or a member that code changes or deletes. Objects are those of the run, as no value is from outside. */
function checkTarget(target: NodePath, check: Check): Obstacle {
  const path = skipTypes(target)
  if (path.isIdentifier()) {
    const binding = path.scope.getBinding(path.node.name)
    return !binding || isOutside(binding.path, check) ? path.node : checkIdentifier(path, check)
  }
  if (!path.isMemberExpression() && !path.isOptionalMemberExpression()) return path.node
  const object = childAt(path, 'object')
  if (readRole(object, check) !== 'data') return path.node
  return checkCode(object, check) ?? (path.node.computed ? checkCode(childAt(path, 'property'), check) : undefined)
}

function checkUnary(path: NodePath, check: Check): Obstacle {
  const argument = childAt(path, 'argument')
  return (path.node as types.UnaryExpression).operator === 'delete'
    ? checkTarget(argument, check)
    : checkCode(argument, check)
}

/** A member of an object literal. */
function checkProperty(path: NodePath, check: Check): Obstacle {
  const { computed } = path.node as types.ObjectProperty
  return (computed ? checkCode(childAt(path, 'key'), check) : undefined) ?? checkCode(childAt(path, 'value'), check)
}

function checkDeclaration(path: NodePath, check: Check): Obstacle {
  const { kind } = path.node as types.VariableDeclaration
  if (!/^(?:const|let|var)$/.test(kind)) return path.node
  for (const declarator of listPaths(path, 'declarations')) {
    const [target, init] = [childAt(declarator, 'id'), childAt(declarator, 'init')]
    const binding = target.isIdentifier() ? target.scope.getBinding(target.node.name) : undefined
    const called = binding && findFunction(binding)
    const role = init.node ? readRole(init, check) : 'data'
    // The variable of a function or a setter never changes.
    if (role !== 'data' && kind !== 'const') return path.node
    const value = called
      ? checkFunction(called, check)
      : init.node && role === 'data'
        ? checkCode(init, check)
        : undefined
    const found = value ?? checkPattern(target, role, check)
    if (found) return found
  }
  return undefined
}

function checkLoop(path: NodePath, check: Check): Obstacle {
  const { left, type } = path.node as types.ForOfStatement | types.ForInStatement
  const isAsync = type === 'ForOfStatement' && (path.node as types.ForOfStatement).await
  const isEndless = type === 'ForOfStatement' && mayGrowIn(path, childAt(path, 'right'), check)
  if (isAsync || isEndless || left.type !== 'VariableDeclaration') return path.node
  return checkAll(listChildren(path), check)
}

function checkCountedLoop(path: NodePath, check: Check): Obstacle {
  const isEndless = () => listCounted(childAt(path, 'test')).some((list) => mayGrowIn(path, list, check))
  return !isBoundedLoop(path) || isEndless() ? path.node : checkAll(listChildren(path), check)
}
