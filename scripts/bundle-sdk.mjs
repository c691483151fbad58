// Bundles the runtime part of the packages that `fw export client` generates: its modules, without comments and unused code,
// and their declarations in one file, into dist/client-package.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import ts from 'typescript'

/** `folder`: the runtime package, absolute, with its compiled modules. */
export async function bundleSdk(folder) {
  const dist = join(folder, 'dist')
  const output = join(dist, 'client-package')
  const bundle = await rolldown({
    input: join(dist, 'sdk/package-runtime.js'),
    platform: 'neutral',
    plugins: [
      {
        name: 'own-modules',
        // `#<path>.ts` is a module of the package, by its `imports`.
        resolveId: (id) => (id.startsWith('#') ? join(dist, id.slice(1).replace(/\.ts$/, '.js')) : undefined),
      },
    ],
    logLevel: 'warn',
  })
  // Modules of their own, which a bundler leaves out one by one: the tables of formats, for example, aren't in every bundle.
  const { output: written } = await bundle.generate({
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: dist,
    entryFileNames: '[name].js',
    comments: { legal: true, annotation: true, jsdoc: false },
  })
  await bundle.close()
  const names = new Set(written.map(({ fileName }) => fileName))
  rmSync(output, { recursive: true, force: true })
  for (const { fileName, code, imports } of written) {
    const other = imports.find((name) => !names.has(name))
    if (other !== undefined)
      throw new Error(`The runtime of generated clients imports ${other}, and it must have no dependencies.`)
    const file = join(output, 'runtime', fileName)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code.replace(/^\/\/(?:#(?:end)?region| runtime\/dist).*\n/gm, ''))
  }
  writeFileSync(join(output, 'runtime.js'), "export * from './runtime/sdk/package-runtime.js'\n")
  writeFileSync(join(output, 'runtime.d.ts'), joinDeclarations(dist, 'sdk/package-runtime.d.ts'))
}

/** Values that only generated code uses: they have no declarations. */
const INTERNAL = /\/(?:contract\/(?:schema|page)\/|sdk\/(?:create-client-call|create-route|read-blobs)\.)/

/** Returns the declarations that an entry point exports, with the declarations that they refer to. */
function joinDeclarations(dist, entry) {
  const files = new Map()
  const open = (path) => {
    if (!files.has(path)) files.set(path, readDeclarations(path))
    return files.get(path)
  }
  const resolve = (from, specifier) =>
    (specifier.startsWith('#') ? join(dist, specifier.slice(1)) : join(from, '..', specifier)).replace(/\.ts$/, '.d.ts')
  /** Name in the result -> the file and the text of its declaration. */
  const found = new Map()
  const add = (path, name) => {
    const { declarations, imports } = open(path)
    const own = declarations.get(name)
    if (own === undefined) {
      const imported = imports.get(name)
      // Otherwise a type of the platform, or a type parameter.
      if (imported !== undefined) add(resolve(path, imported.from), imported.name)
      return
    }
    const known = found.get(name)
    if (known !== undefined) {
      if (known.path !== path) throw new Error(`${known.path} and ${path} both declare ${name}. Rename one of them.`)
      return
    }
    found.set(name, { path, text: own.text })
    for (const used of own.uses) add(path, used)
  }
  const exported = []
  for (const { from, names } of open(join(dist, entry)).exports) {
    const path = resolve(join(dist, entry), from)
    for (const { name, as, isType } of names) {
      if (INTERNAL.test(path) && !isType) continue
      add(path, name)
      exported.push(`${isType ? 'type ' : ''}${name === as ? name : `${name} as ${as}`}`)
    }
  }
  const texts = [...found.values()].map(({ text }) => text)
  return `${texts.join('\n')}\nexport { ${exported.sort().join(', ')} }\n`
}

function readDeclarations(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const declarations = new Map()
  const imports = new Map()
  const exports = []
  for (const statement of source.statements) {
    const from = statement.moduleSpecifier?.text
    if (ts.isImportDeclaration(statement))
      for (const { name, propertyName } of statement.importClause?.namedBindings?.elements ?? [])
        imports.set(name.text, { from, name: (propertyName ?? name).text })
    else if (ts.isExportDeclaration(statement)) {
      if (from === undefined || statement.exportClause === undefined) continue
      const names = statement.exportClause.elements.map(({ name, propertyName, isTypeOnly }) => ({
        name: (propertyName ?? name).text,
        as: name.text,
        isType: isTypeOnly || statement.isTypeOnly,
      }))
      exports.push({ from, names })
    } else {
      const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement]
      for (const { name } of named) if (name !== undefined) addDeclaration(declarations, name.text, statement)
    }
  }
  return { declarations, imports, exports }
}

/** A function with overloads, or an interface in several parts, has several statements. */
function addDeclaration(declarations, name, statement) {
  const [doc] = ts.getJSDocCommentsAndTags(statement).slice(-1)
  const comment = doc === undefined ? '' : `${doc.getText()}\n`
  const code = statement.getText().replace(/^export /, '')
  const text = `${comment}${code}`
  const uses = new Set()
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text !== name) uses.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  const before = declarations.get(name)
  declarations.set(name, {
    text: before === undefined ? text : `${before.text}\n${text}`,
    uses: new Set([...(before?.uses ?? []), ...uses]),
  })
}
