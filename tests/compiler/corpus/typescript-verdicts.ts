/** Asks TypeScript whether JSON values are assignable to the type `Root` of many cases, all in one program. */
import ts from 'typescript'

export interface AssignmentCase {
  /** Declarations, `Root` among them. */
  readonly code: string
  readonly values: readonly unknown[]
  /** A statement, on one line, that is an error if a value isn't assignable. Default: a variable of the type `Root`. */
  readonly assign?: (json: string, index: number) => string
}

export interface AssignmentFile {
  readonly path: string
  readonly cases: readonly AssignmentCase[]
}

export type Verdicts =
  | { readonly error?: undefined; readonly accepted: readonly boolean[] }
  /** The declarations themselves have a type error. */
  | { readonly error: string }

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  types: [],
  skipLibCheck: true,
}

/** Library files, parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>()

/** For each file and case, whether TypeScript accepts each of its values. */
export function askTypeScript(
  files: readonly AssignmentFile[],
  lib: readonly string[] = ['lib.es2022.d.ts'],
): readonly (readonly Verdicts[])[] {
  const texts = new Map(files.map(({ path, cases }) => [path, emitAssignments(cases)]))
  const options = { ...OPTIONS, lib: [...lib] }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
    if (!libraries.has(path)) libraries.set(path, getSourceFile.call(host, path, ...rest))
    return libraries.get(path)
  }
  const program = ts.createProgram([...texts.keys()], options, host)
  return files.map(({ path, cases }) => readVerdicts(program, path, cases))
}

function emitAssignments(cases: readonly AssignmentCase[]): string {
  const spaces = cases.map(({ code, values, assign = declareRoot }, index) => {
    const assignments = values.map((value, at) => assign(JSON.stringify(value), at))
    return [`namespace C${index} {`, code, ...assignments, '}'].join('\n')
  })
  return ['export {}', ...spaces].join('\n')
}

function declareRoot(json: string, index: number): string {
  return `const v${index}: Root = ${json}`
}

function readVerdicts(program: ts.Program, path: string, cases: readonly AssignmentCase[]): readonly Verdicts[] {
  const source = program.getSourceFile(path)
  if (source === undefined) throw new Error(`${path} is not in its program.`)
  const wrong = new Set<number>()
  for (const { start = 0 } of [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
    wrong.add(source.getLineAndCharacterOfPosition(start).line)
  const lines = source.text.split('\n')
  // The statement `export {}` is the first line.
  let line = 1
  return cases.map(({ code, values }) => {
    const begin = line
    const first = begin + 1 + code.split('\n').length
    line = first + values.length + 1
    for (let at = begin; at < first; at++) if (wrong.has(at)) return { error: lines[at] ?? '' }
    return { accepted: values.map((_, index) => !wrong.has(first + index)) }
  })
}
