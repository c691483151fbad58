/**
 * Splits an interactive page: its component becomes a React view, and its route loads the data and renders the view.
 */
import { Node, type Statement } from 'ts-morph'
import type { CodemodApp, SourceEdits, Span } from '#codemods/codemod.ts'
import { importLine } from '#codemods/syntax/imports.ts'
import { startWithComments } from '#codemods/syntax/source-positions.ts'
import { applyChanges, type TextChange } from '#codemods/text-edits.ts'
import { takeData } from './data-functions.ts'
import { defaultComponent, printMeta, readHead } from './page.ts'
import type { Plan, PlannedFile } from './plan.ts'

/** Writes the route. Returns the statements that the view doesn't need. */
export function splitPage(app: CodemodApp, planned: PlannedFile, edits: SourceEdits, plan: Plan): readonly Statement[] {
  const { file, route, to } = planned
  if (route === undefined) return []
  const place = `${route.to}.tsx`
  if (app.read(place) !== undefined)
    throw new Error(
      `${place} already exists, and the route of ${planned.path} would replace it. Move or delete one of the two.`,
    )
  const draft = new Draft(place, (reason) => app.leave(place, reason))
  const data =
    route.router === 'pages'
      ? takeData(file, draft, route)
      : { statements: [], load: undefined, asks: false, fromParams: true, names: [] }
  const found = defaultComponent(file)
  const head = found && readHead(file, edits, found, data)
  const meta = head && found ? printMeta(head, found, data, route) : { text: '', names: [] }
  const own = data.statements.map((statement) => draft.text(statement))
  const view = relativeView(place, to)
  const isAsync = data.load !== undefined
  const page = isAsync
    ? `export default async function Page(${data.asks ? `page: PageProps<'${route.pattern}'>` : ''}) {\n  return <View {...(await ${data.load}(${data.asks ? 'page' : ''}))} />\n}\n`
    : 'export default function Page() {\n  return <View />\n}\n'
  if (!isAsync && (found?.written.getParameters().length ?? 0) > 0)
    app.leave(place, 'Pass the view the props that it needs: params and search are props of the page.')
  const names = [...new Set([...data.names, ...meta.names, ...(data.asks ? ['type PageProps'] : [])])].sort(byName)
  const { imports, dead } = collectImports(planned, data.statements, place, plan)
  const head1 = names.length === 0 ? [] : [importLine('@fw/runtime', names)]
  const lines = [...head1, `import View from '${view}'`, ...imports]
  const blocks = own.length === 0 ? '' : `${own.join('\n\n')}\n\n`
  app.write(place, `${lines.join('\n')}\n\n${blocks}${meta.text}${page}`)
  return [...data.statements, ...dead]
}

function byName(left: string, right: string): number {
  return left.replace(/^type /, '').localeCompare(right.replace(/^type /, ''), 'en')
}

function relativeView(place: string, to: string): string {
  return `${'../'.repeat(place.split('/').length - 2)}${to.replace(/^src\//, '').replace(/\.tsx$/, '')}`
}

/** Returns the imports that the statements use, for a file at `place`. `dead` lists imports that nothing else uses. */
function collectImports({ file }: PlannedFile, statements: readonly Statement[], place: string, plan: Plan) {
  const uses = (node: Node) => node.getDescendants().flatMap((one) => (Node.isIdentifier(one) ? [one.getText()] : []))
  const ours = new Set(statements.flatMap(uses))
  const declarations = file.getImportDeclarations()
  const others = new Set(
    file
      .getStatements()
      .filter((one) => !statements.includes(one) && !declarations.includes(one as never))
      .flatMap(uses),
  )
  const imports: string[] = []
  const dead: Statement[] = []
  for (const declaration of declarations) {
    const clause = declaration.getImportClause()
    const names = clause === undefined ? [] : uses(clause)
    const module = declaration.getModuleSpecifierValue()
    if (/^next(?:\/|$)/.test(module) || !names.some((name) => ours.has(name))) continue
    const specifier = plan.respell(file, module, place) ?? module
    imports.push(`import ${clause?.getText()} from '${specifier}'`)
    if (!names.some((name) => others.has(name))) dead.push(declaration)
  }
  return { imports, dead }
}

/** Edits of statements that move to another file. */
class Draft implements SourceEdits {
  readonly path: string
  #changes: TextChange[] = []
  #leave: (reason: string) => void

  constructor(path: string, leave: (reason: string) => void) {
    this.path = path
    this.#leave = leave
  }

  replace(target: Node | Span, text: string): void {
    const { start, end } = target instanceof Node ? { start: target.getStart(), end: target.getEnd() } : target
    this.#changes.push({ start, end, text })
  }

  insert(position: number, text: string): void {
    this.#changes.push({ start: position, end: position, text })
  }

  moveTo(): void {}

  leave(_node: Node, reason: string): void {
    this.#leave(reason)
  }

  /** Returns the statement with its edits. */
  text(statement: Statement): string {
    const [start, end] = [startWithComments(statement), statement.getEnd()]
    const own = this.#changes.filter((change) => start <= change.start && change.end <= end)
    const moved = own.map((change) => ({ ...change, start: change.start - start, end: change.end - start }))
    return applyChanges(statement.getSourceFile().getFullText().slice(start, end), moved)
  }
}
