/**
 * Rejects scripts of a `package.json` that need a POSIX shell: npm runs them with `cmd.exe` on Windows. A script of the
 * repository is one command; a chain is a Node script, or the pre and post scripts of npm.
 */
import type { SourceFile, Violation } from '../source-tree.ts'

/** Apps that users copy. Every shell of a package manager knows `&&`, and npm's pre and post scripts are only npm's. */
const APPS = /^playground\//
/** Apps of other frameworks, as their generators write them. */
const FOREIGN = /^(?:tests\/(?:codemods\/apps|bench\/peers)|snapshots)\//
const RULES: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/(?:^|&&)\s*[A-Za-z_]\w*=/, 'sets a variable'],
  [/'/, 'uses single quotes'],
  [/[;|<>`$]|(?<!&)&(?!&)/, 'uses the syntax of a shell'],
  [
    /(?:^|&&)\s*(?:rm|cp|mv|ln|mkdir|touch|cat|chmod|export|source|test|sh|bash|\.\/\S+)(?:\s|$)/,
    'runs a command of POSIX',
  ],
]

/** A start of npm without a shell, which Windows can't do: `npm` is a batch file there. */
const START = /\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'(?:npm|npx|pnpm|yarn)'/

export function checkScripts(files: readonly SourceFile[]): readonly Violation[] {
  const starts = files.filter(
    ({ path, text }) => /^(?:scripts|cli|compiler|codemods)\/.*\.(?:mjs|ts)$/.test(path) && START.test(text),
  )
  return [
    ...starts.map(({ path }) => ({
      file: path,
      message: 'starts npm by its name: call npmCommand of scripts/programs.mjs',
    })),
    ...checkManifests(files),
  ]
}

function checkManifests(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter(({ path }) => /(?:^|\/)package\.json$/.test(path) && !FOREIGN.test(path))
    .flatMap(({ path: file, text }) => {
      const { scripts = {} } = JSON.parse(text) as { scripts?: Readonly<Record<string, string>> } // as npm reads it
      return Object.entries(scripts).flatMap(([name, script]) =>
        findReasons(script, APPS.test(file)).map((reason) => ({ file, message: `script "${name}" ${reason}` })),
      )
    })
}

function findReasons(script: string, isApp: boolean): readonly string[] {
  const reasons = RULES.filter(([pattern]) => pattern.test(script)).map(([, reason]) => reason)
  return !isApp && script.includes('&&') ? [...reasons, 'chains commands'] : reasons
}
