/** What of Next has no counterpart that a codemod could write. */
import { Node, type SourceFile } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { importsFrom, removeImport } from '#codemods/syntax/imports.ts'

const MODULES: Readonly<Record<string, string>> = {
  'next/router':
    'Go to another page with a link, or with location.assign(); params and search come as props of the page.',
  'next/navigation':
    'Go to another page with a link, or with location.assign(); params and search come as props of the page.',
  'next/dynamic': 'Import this as any other: an island starts when options of island() say so.',
  'next/script': 'Write this as a script of the head of a page, or import it in src/client.ts.',
  'next/headers': 'Cookies and headers of a request come from src/ctx.ts, as ctx.',
  'next/server': 'Write this as an api of src/server, or in src/middleware.ts.',
  'next/cache': 'See cache and revalidateTag of @fw/runtime.',
  'next/head': 'Write this as the export meta of the page.',
}

/** Types go; each other import that nothing has replaced is said once. Answers what it needs of `@fw/runtime`. */
export function rewriteNextImports(file: SourceFile, edits: SourceEdits, done: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const declaration of importsFrom(file, /^next(?:\/|$)|^server-only$/)) {
    const module = declaration.getModuleSpecifierValue()
    if (done.includes(module)) continue
    const named = declaration.getNamedImports().map((one) => one.getName())
    const fromRuntime =
      module === 'next/navigation' && named.every((name) => name === 'notFound' || name === 'redirect')
    if (fromRuntime) names.push(...named)
    if (fromRuntime || module === 'next' || module === 'next/app' || module === 'server-only')
      removeImport(edits, declaration)
    else if (module.startsWith('next/font'))
      edits.leave(declaration, 'Name this font in fonts of fw.config.ts, and use it in src/styles.css.')
    else edits.leave(declaration, MODULES[module] ?? `fw has no ${module}: write by hand what this is for.`)
  }
  for (const declaration of file.getVariableDeclarations()) {
    const type = declaration.getTypeNode()
    if (type !== undefined && /^Next(?:Page|PageWithLayout)?\b/.test(type.getText()))
      edits.replace({ start: declaration.getNameNode().getEnd(), end: type.getEnd() }, '')
  }
  return names
}

/** `'use server'`. */
export function leaveActions(file: SourceFile, edits: SourceEdits): void {
  for (const statement of file.getDescendantStatements()) {
    const isDirective =
      Node.isExpressionStatement(statement) && /^['"]use server['"]$/.test(statement.getExpression().getText())
    if (isDirective) edits.leave(statement, 'Write this as an api of src/server: a form takes it as its action.')
  }
}
