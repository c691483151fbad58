/** Finds every use of the Express apps and routers, also of those that other files import. */
import { type CallExpression, Node, type SourceFile, SyntaxKind } from 'ts-morph'
import type { CodemodApp } from '#codemods/codemod.ts'
import { getMethod } from '#codemods/syntax/called-method.ts'
import { findFileAt } from '#codemods/syntax/imported-file.ts'
import { defaultImport, localName } from '#codemods/syntax/imports.ts'
import { LAYER_METHODS, type Layer, readLayer, readPath } from './layer.ts'
import { findRun, isExportsValue } from './runner.ts'

/** App or router that a file declares. */
interface Made {
  readonly name: string
  /** Whether it is a router, which needs a mount. */
  readonly isRouter: boolean
}

/** Position of a router in the arguments of a `use`. */
interface Mount {
  readonly layer: Layer
  /** Index in the handlers of the layer. */
  readonly at: number
}

interface Uses {
  readonly file: SourceFile
  readonly layers: Layer[]
  readonly mounts: Mount[]
  /** Whether it needs a mount to be served: a router, or an app that another file may mount. */
  readonly needsMount: boolean
  /** Whether code of the package serves it by itself. */
  isServed: boolean
  /** Uses that may add middleware which the codemod doesn't find. */
  readonly unfollowed: Node[]
}

interface Imported {
  readonly file: SourceFile
  /** Exported name. Absent for a namespace import. */
  readonly name?: string
}

/** Members of an app or a router that add no middleware. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set(
  'listen set enable disable enabled disabled engine locals mountpath path render on once emit close'.split(' '),
)
const TEST_FILE = /^\/(?:tests?|e2e)\/|\/__tests__\/|\.(?:test|spec)\.[cm]?[jt]sx?$/

/** Returns the apps and routers that the file declares. */
export function listMade(file: SourceFile): readonly Made[] {
  const express = defaultImport(file, 'express')
  const routers = [express && `${express}.Router`, localName(file, 'express', 'Router')]
  return file.getDescendantsOfKind(SyntaxKind.VariableDeclaration).flatMap((declaration) => {
    const value = declaration.getInitializer()
    if (!Node.isCallExpression(value) && !Node.isNewExpression(value)) return []
    const maker = value.getExpression().getText()
    const isRouter = routers.includes(maker)
    return isRouter || maker === express ? [{ name: declaration.getName(), isRouter }] : []
  })
}

/** Uses of apps and routers, each identified by its file and its variable. */
export class RouterGraph {
  #app: CodemodApp
  #uses = new Map<string, Uses>()
  #layers = new Map<CallExpression, Layer>()
  #exports = new Map<string, string | undefined>()
  #imported = new Map<SourceFile, ReadonlyMap<string, Imported>>()

  constructor(app: CodemodApp) {
    this.#app = app
    for (const file of app.sources)
      for (const { name, isRouter } of listMade(file))
        this.#uses.set(identify(file, name), {
          file,
          layers: [],
          mounts: [],
          needsMount: isRouter || isExported(file, name),
          isServed: false,
          unfollowed: [],
        })
    if (this.#uses.size === 0) return
    const files = app.sources.filter((file) => !TEST_FILE.test(file.getFilePath()))
    for (const file of files) this.#loseLazyImports(file)
    const arguments_ = files.flatMap((file) => this.#readFile(file))
    for (const { id, node, call } of arguments_) {
      const layer = this.#layers.get(call)
      const at = layer?.handlers.indexOf(node) ?? -1
      if (layer?.method === 'use' && at !== -1) this.#uses.get(id)?.mounts.push({ layer, at })
      else this.#uses.get(id)?.unfollowed.push(node)
    }
  }

  /** Returns the uses of an app or a router. */
  read(id: string): Uses | undefined {
    return this.#uses.get(id)
  }

  /** Returns the layer that a call adds to its app or router. */
  layerAt(call: CallExpression): Layer | undefined {
    return this.#layers.get(call)
  }

  /** Returns the app or router that the expression is, such as `users` or `routes.users` of a namespace import. */
  find(node: Node): string | undefined {
    const file = node.getSourceFile()
    if (Node.isIdentifier(node)) return this.#findName(file, node.getText())
    if (!Node.isPropertyAccessExpression(node)) return undefined
    const target = this.#findNamespace(file, node.getExpression().getText())
    return target && this.#findExport(target, node.getName())
  }

  /** Returns whether the expression was a router of a module whose routes an earlier run has converted. */
  wasConverted(node: Node): boolean {
    const isMember = Node.isPropertyAccessExpression(node)
    const name = (isMember ? node.getExpression() : node).getText()
    const imported = this.#listImported(node.getSourceFile()).get(name)
    const exported = isMember ? node.getName() : imported?.name
    if (imported === undefined || exported === undefined || isMember !== (imported.name === undefined)) return false
    return this.#isGone(imported.file, exported, [])
  }

  /** Returns whether a module of apis no longer has the export, also through the exports of other files. */
  #isGone(file: SourceFile, name: string, above: readonly SourceFile[]): boolean {
    if (/^\/src\/server\/[^/]+\.api\.[cm]?[jt]sx?$/.test(file.getFilePath())) return !hasExport(file, name)
    return file.getExportDeclarations().some((declaration) => {
      const specifier = declaration
        .getNamedExports()
        .find((one) => (one.getAliasNode()?.getText() ?? one.getName()) === name)
      const target = findFileAt(this.#app, file, declaration.getModuleSpecifierValue() ?? '')
      if (specifier === undefined || target === undefined || above.includes(target)) return false
      return this.#isGone(target, specifier.getName(), [...above, file])
    })
  }

  /** Lists the uses that may add middleware which the codemod doesn't find. */
  listUnfollowed(): readonly Node[] {
    return [...this.#uses.values()].flatMap(({ unfollowed }) => unfollowed)
  }

  /** Reads the uses in a file. Returns the apps and routers that are arguments of a call. */
  #readFile(file: SourceFile) {
    const found: { readonly id: string; readonly node: Node; readonly call: CallExpression }[] = []
    for (const identifier of file.getDescendantsOfKind(SyntaxKind.Identifier)) {
      if (isName(identifier)) continue
      const namespace = this.#findNamespace(file, identifier.getText())
      const access = identifier.getParent()
      const node = namespace !== undefined && Node.isPropertyAccessExpression(access) ? access : identifier
      if (namespace !== undefined && node === identifier) this.#loseFile(namespace, identifier)
      const id = this.find(node)
      const uses = id === undefined ? undefined : this.#uses.get(id)
      if (id === undefined || uses === undefined) continue
      const call = getCallAround(node)
      const member = node.getParent()
      if (Node.isPropertyAccessExpression(member) && member.getExpression() === node) this.#readMember(id, uses, node)
      else if (call !== undefined && getMethod(call) === 'use') found.push({ id, node, call })
      else {
        const run = call && findRun(call, node, () => this.#isImported(file))
        if (run === 'serve') uses.isServed = true
        if (run === undefined && !isExportsValue(node)) uses.unfollowed.push(node)
      }
    }
    return found
  }

  /** Returns whether another file imports the file, except tests. */
  #isImported(file: SourceFile): boolean {
    const others = this.#app.sources.filter((one) => !TEST_FILE.test(one.getFilePath()))
    return others.some((other) =>
      other.getImportStringLiterals().some((one) => findFileAt(this.#app, other, one.getLiteralText()) === file),
    )
  }

  /** Marks the apps and routers of files that `import()`, `require()` or `export * as` reads. */
  #loseLazyImports(file: SourceFile): void {
    for (const literal of file.getImportStringLiterals()) {
      const parent = literal.getParent()
      const isNamespace = Node.isExportDeclaration(parent) && parent.getNamespaceExport() !== undefined
      if (!isNamespace && !Node.isCallExpression(parent) && !Node.isExternalModuleReference(parent)) continue
      const target = findFileAt(this.#app, file, literal.getLiteralText())
      if (target !== undefined) this.#loseFile(target, literal)
    }
  }

  /** Reads `app.use(…)`, and the calls chained to it. */
  #readMember(id: string, uses: Uses, node: Node): void {
    const member = node.getParentIfKindOrThrow(SyntaxKind.PropertyAccessExpression)
    const first = findChainedCall(member)
    if (first !== undefined && member.getName() === 'listen') uses.isServed = true
    const isLayer = LAYER_METHODS.has(member.getName()) || member.getName() === 'route'
    if (first === undefined || !isLayer) {
      if (!OTHER_MEMBERS.has(member.getName())) uses.unfollowed.push(node)
      return
    }
    const isSetting = member.getName() === 'get' && first.getArguments().length === 1
    if (isSetting) return
    let route: string | undefined | null = null
    let last: CallExpression | undefined
    for (let call: CallExpression | undefined = first; call !== undefined; call = getNextCall(call)) {
      const method = getMethod(call) ?? ''
      last = call
      if (method === 'route') route = readPath(call.getArguments()[0])
      else if (LAYER_METHODS.has(method)) {
        const layer = readLayer(call, { router: id, method, route, isRouter: (one) => this.find(one) !== undefined })
        uses.layers.push(layer)
        this.#layers.set(call, layer)
      } else return
    }
    // The result is the app or the route, which the code may use under another name.
    if (last !== undefined && !isDiscarded(last)) uses.unfollowed.push(node)
  }

  /** Marks the routers of a namespace import whose members are read in another way. */
  #loseFile(file: SourceFile, node: Node): void {
    for (const uses of this.#uses.values()) if (uses.file === file) uses.unfollowed.push(node)
  }

  #findName(file: SourceFile, name: string): string | undefined {
    const own = identify(file, name)
    if (this.#uses.has(own)) return own
    const imported = this.#listImported(file).get(name)
    return imported?.name && this.#findExport(imported.file, imported.name)
  }

  /** Returns the file whose exports the name holds. */
  #findNamespace(file: SourceFile, name: string): SourceFile | undefined {
    const imported = this.#listImported(file).get(name)
    return imported?.name === undefined ? imported?.file : undefined
  }

  /** Returns the imports from files of the app, by their local names. */
  #listImported(file: SourceFile): ReadonlyMap<string, Imported> {
    const known = this.#imported.get(file)
    if (known !== undefined) return known
    const all = new Map<string, Imported>()
    for (const declaration of file.getImportDeclarations()) {
      const target = findFileAt(this.#app, file, declaration.getModuleSpecifierValue())
      if (target === undefined) continue
      const [whole, first] = [declaration.getNamespaceImport(), declaration.getDefaultImport()]
      if (whole !== undefined) all.set(whole.getText(), { file: target })
      if (first !== undefined) all.set(first.getText(), { file: target, name: 'default' })
      for (const one of declaration.getNamedImports())
        all.set(one.getAliasNode()?.getText() ?? one.getName(), { file: target, name: one.getName() })
    }
    this.#imported.set(file, all)
    return all
  }

  /** Returns the app or router that a file exports, also from another file. */
  #findExport(file: SourceFile, name: string): string | undefined {
    const key = identify(file, name)
    if (this.#exports.has(key)) return this.#exports.get(key)
    this.#exports.set(key, undefined) // ends a cycle of files that export from each other
    const found = this.#readExport(file, name)
    this.#exports.set(key, found)
    return found
  }

  #readExport(file: SourceFile, name: string): string | undefined {
    for (const statement of file.getStatements()) {
      if (Node.isExportAssignment(statement) && name === 'default')
        return this.#findName(file, statement.getExpression().getText())
      if (Node.isVariableStatement(statement) && statement.hasExportKeyword()) {
        if (statement.getDeclarations().some((one) => one.getName() === name)) return this.#findName(file, name)
      }
      if (!Node.isExportDeclaration(statement) || statement.getNamespaceExport() !== undefined) continue
      const module = statement.getModuleSpecifierValue()
      const target = module === undefined ? undefined : findFileAt(this.#app, file, module)
      const named = statement.getNamedExports()
      const specifier = named.find((one) => (one.getAliasNode()?.getText() ?? one.getName()) === name)
      const source = specifier?.getName() ?? (named.length === 0 && name !== 'default' ? name : undefined)
      if (source === undefined || (module !== undefined && target === undefined)) continue
      const found = target === undefined ? this.#findName(file, source) : this.#findExport(target, source)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function identify(file: SourceFile, name: string): string {
  return `${file.getFilePath()} ${name}`
}

/** Returns whether the file exports the variable. */
function isExported(file: SourceFile, name: string): boolean {
  if (file.getVariableDeclaration(name)?.getVariableStatement()?.hasExportKeyword()) return true
  return file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .filter((one) => one.getText() === name)
    .some((one) => {
      const parent = one.getParent()
      return Node.isExportSpecifier(parent) || Node.isExportAssignment(parent) || isExportsValue(one)
    })
}

/** Returns whether the file may export the name. */
function hasExport(file: SourceFile, name: string): boolean {
  if (name === 'default') return file.getDefaultExportSymbol() !== undefined
  return file.getDescendantsOfKind(SyntaxKind.Identifier).some((one) => one.getText() === name)
}

/** Returns whether the identifier is the name of a declaration, a member or a type, and not a use of a variable. */
function isName(identifier: Node): boolean {
  const parent = identifier.getParent()
  if (Node.isShorthandPropertyAssignment(parent)) return false
  return (
    (parent !== undefined && Node.hasName(parent) && parent.getNameNode() === identifier) ||
    (Node.isBindingElement(parent) && parent.getPropertyNameNode() === identifier) ||
    Node.isImportClause(parent) ||
    Node.isImportSpecifier(parent) ||
    Node.isExportSpecifier(parent) ||
    Node.isExportAssignment(parent) ||
    Node.isTypeQuery(parent) ||
    Node.isTypeReference(parent)
  )
}

/** Returns the call that has the node in its arguments, also in a list. */
function getCallAround(node: Node): CallExpression | undefined {
  const parent = node.getParent()
  const argument = Node.isArrayLiteralExpression(parent) ? parent : node
  const call = argument.getParent()
  return Node.isCallExpression(call) && call.getArguments().includes(argument) ? call : undefined
}

function findChainedCall(member: Node | undefined): CallExpression | undefined {
  const call = member?.getParent()
  return Node.isCallExpression(call) && call.getExpression() === member ? call : undefined
}

/** Returns `app.use(a).use(b)` for `app.use(a)`. */
function getNextCall(call: CallExpression): CallExpression | undefined {
  const member = call.getParent()
  return Node.isPropertyAccessExpression(member) && member.getExpression() === call
    ? findChainedCall(member)
    : undefined
}

/** Returns whether the result of the call isn't used. */
function isDiscarded(call: CallExpression): boolean {
  let node: Node | undefined = call.getParent()
  while (Node.isBinaryExpression(node) || Node.isConditionalExpression(node) || Node.isParenthesizedExpression(node)) {
    if (Node.isBinaryExpression(node) && !/^(?:&&|\|\||\?\?|,)$/.test(node.getOperatorToken().getText())) return false
    node = node.getParent()
  }
  return Node.isExpressionStatement(node) || Node.isArrowFunction(node) || Node.isVoidExpression(node)
}
