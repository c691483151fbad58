/** Runs the app's own TypeScript, which the check of the rules doesn't replace. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { codeFrame } from '#diagnostic/code-frame.ts'
import { formatPlace } from './findings.ts'

interface TypeFinding {
  readonly code: string
  readonly severity: 'error'
  readonly at: string
  readonly title: string
  readonly message: string
  readonly frame?: string
}

const TIMEOUT_MS = 120_000
const MAX_BYTES = 4_000_000

/** Returns the errors of `tsc --noEmit`. An app without TypeScript or a tsconfig.json has none. */
export async function listTypeErrors(root: string): Promise<readonly TypeFinding[]> {
  const compiler = findCompiler(root)
  if (compiler === undefined || !existsSync(`${root}/tsconfig.json`)) return []
  const output = await new Promise<string>((resolve) => {
    // Later runs read only what has changed.
    const store = ['--incremental', '--tsBuildInfoFile', `${root}/.fw/cache/types.tsbuildinfo`]
    const args = [compiler, '--noEmit', '--pretty', 'false', ...store, '-p', root]
    const options = { cwd: root, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, env: { ...process.env, NODE_OPTIONS: '' } }
    execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout))
  })
  return parseTypeErrors(output, root)
}

/** The app's own package, which decides about its types. This package doesn't import it. */
const APP_COMPILER = 'typescript/package.json'

/** Returns the file of the command `tsc`, which some packages of TypeScript name after their version. */
function findCompiler(root: string): string | undefined {
  try {
    const file = createRequire(`${root}/package.json`).resolve(APP_COMPILER)
    const { bin = {} } = JSON.parse(readFileSync(file, 'utf8')) as { readonly bin?: Readonly<Record<string, string>> } // npm checks it
    const name = Object.keys(bin).find((command) => /^tsc\d*$/.test(command))
    return name === undefined ? undefined : `${dirname(file)}/${bin[name]}`
  } catch {
    return undefined
  }
}

/** A line such as `src/routes/index.tsx(4,7): error TS2322: Type …`. The lines after it that begin with spaces continue its message. */
const ERROR_LINE = /^([^\s(][^(\n]{0,500})\((\d{1,7}),(\d{1,7})\): error (TS\d{1,6}): (.*)$/

/** Parses the output of `tsc --pretty false`. */
function parseTypeErrors(output: string, root: string): readonly TypeFinding[] {
  const found: TypeFinding[] = []
  for (const text of output.split(/\r?\n/)) {
    const last = found.at(-1)
    if (/^\s+\S/.test(text) && last !== undefined) {
      found[found.length - 1] = { ...last, message: `${last.message}\n${text}` }
      continue
    }
    const [, file, line, column, code = '', message = ''] = ERROR_LINE.exec(text) ?? []
    if (file === undefined) continue
    const place = { file, line: Number(line), column: Number(column) }
    const path = `${root}/${file}`
    const frame = existsSync(path) ? codeFrame(readFileSync(path, 'utf8'), { ...place, start: 0, end: 1 }) : undefined
    found.push({
      code,
      severity: 'error',
      at: formatPlace(place),
      title: 'Type error',
      message,
      ...(frame !== undefined && { frame }),
    })
  }
  return found
}
