// Compiles `shapes.ts` to `dist/shapes.js`. typia's transform runs over TypeScript's own API, without a patched compiler.
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import transform from 'typia/lib/transform'

const folder = fileURLToPath(new URL('.', import.meta.url))
const program = ts.createProgram([`${folder}shapes.ts`], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  outDir: `${folder}dist`,
  types: [],
})
const problems = [...ts.getPreEmitDiagnostics(program)]
const extras = { addDiagnostic: (problem) => problems.push(problem) }
program.emit(undefined, undefined, undefined, undefined, { before: [transform(program, undefined, extras)] })
for (const { messageText } of problems) console.error(ts.flattenDiagnosticMessageText(messageText, '\n'))
process.exitCode = problems.length > 0 ? 1 : 0
