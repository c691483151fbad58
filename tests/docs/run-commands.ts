/**
 * Runs the commands of `sh` blocks as a reader types them: in bash, from block to block in one folder, against a server
 * that `npm run dev` and `npm start` leave running. The first folder is called `fw`, as a checkout is. Only commands that need
 * a registry are replaced: `npm run create`, `npm install`, `npx`.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { type Running, startFw } from '../cli/support/fixture.ts'
import { REPOSITORY } from '../structure/source-tree.ts'

export interface Command {
  readonly line: string
  /** Expected output, from the comments below the command. `…` matches any text. */
  readonly output: string | undefined
}

/** A line is a command; the comments below it are its output, and `\` at its end continues it. */
export function commandsOf(block: string): readonly Command[] {
  const commands: { line: string; output?: string }[] = []
  for (const line of block.replace(/\\\n\s*/g, '').split('\n')) {
    const last = commands.at(-1)
    const comment = /^# ?(.*)$/.exec(line)?.[1]
    if (comment !== undefined && last !== undefined)
      last.output = last.output === undefined ? comment : `${last.output}\n${comment}`
    else if (line.trim() !== '') commands.push({ line })
  }
  return commands.map(({ line, output }) => ({ line, output }))
}

/** Returns the pattern of an expected output. `…` matches any text. */
export function toPattern(output: string): RegExp {
  return new RegExp(`^${output.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '[\\s\\S]*?')}$`)
}

export interface Ran {
  readonly code: number
  readonly output: string
}

export interface Shell {
  readonly folder: string
  /** Variables that `export` lines have set, in addition to the initial environment. */
  readonly env: Readonly<Record<string, string>>
  run(line: string): Promise<Ran>
  close(): Promise<void>
}

/** Commands that run until they are stopped, mapped to the variables they need and their npm script. */
const SERVER = /^(?:\w+=\S+ )?npm (?:run )?(dev|start)$/
const EXPORT = /^export (\w+)=/

/** `given`: the environment of every command, as in a shell that has loaded the reader's settings. */
export function createShell(given: Readonly<Record<string, string>> = {}): Shell {
  const env: Record<string, string> = { ...given }
  const folder = mkdtempSync(join(tmpdir(), 'fw-docs-run-'))
  const bin = join(folder, '.bin')
  writeShims(bin)
  let cwd = join(folder, 'fw')
  mkdirSync(cwd)
  let running: Running | undefined
  return {
    folder,
    env,
    async run(line) {
      const to = /^cd (\S+)$/.exec(line)?.[1]
      if (to !== undefined) cwd = resolve(cwd, to)
      const server = SERVER.exec(line)?.[1]
      if (server !== undefined) {
        await running?.stop('SIGTERM')
        running = await startFw(cwd, [server, '--port', '0', '--host', '127.0.0.1'], env)
      }
      if (to !== undefined || server !== undefined) return { code: 0, output: '' }
      const variable = EXPORT.exec(line)?.[1]
      if (variable !== undefined) {
        const ran = await bash(`${line}; printf %s "$${variable}"`, cwd, { ...env, BIN: bin })
        env[variable] = ran.output
        return { ...ran, output: '' }
      }
      const address = running?.url.replace(/^http:\/\/|\/$/g, '') ?? 'localhost:3000'
      const ran = await bash(line.replaceAll('localhost:3000', address), cwd, { ...env, BIN: bin })
      return { ...ran, output: ran.output.replaceAll(address, 'localhost:3000') }
    },
    async close() {
      await running?.stop('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Replacements of `npm`, `npx` and `fw` during these commands: they use the repository and no registry. */
function writeShims(bin: string): void {
  const node = JSON.stringify(process.execPath)
  const fw = `exec ${node} ${JSON.stringify(join(REPOSITORY, 'cli/bin/fw.js'))}`
  const shims = {
    fw: `${fw} "$@"`,
    npx: '[ "$1" = --no-install ] || exit 1; shift; exec "$@"',
    tsc: `exec ${node} ${JSON.stringify(join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc'))} "$@"`,
    vitest: `exec ${node} ${JSON.stringify(join(REPOSITORY, 'node_modules/vitest/vitest.mjs'))} "$@"`,
    npm: [
      'case "$1" in',
      `run) [ "$2" = create ] && { shift 3; exec ${node} ${JSON.stringify(join(REPOSITORY, 'cli/create/bin/create-fw.js'))} "$@"; }; script=$2 ;;`,
      `install) shift; ln -sfn ${JSON.stringify(join(REPOSITORY, 'node_modules'))} node_modules; exec ${node} ${JSON.stringify(join(bin, 'add.mjs'))} "$@" ;;`,
      'test|start) script=$1 ;;',
      '*) echo "npm $1 is not known here" >&2; exit 1 ;;',
      'esac',
      `eval "$(${node} -p 'JSON.parse(fs.readFileSync("package.json")).scripts[process.argv[1]]' "$script")"`,
    ].join('\n'),
  }
  mkdirSync(bin, { recursive: true })
  for (const [name, script] of Object.entries(shims)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  // `npm install <name>` adds the package to the manifest, with the version that is installed here.
  writeFileSync(
    join(bin, 'add.mjs'),
    `import { readFileSync, writeFileSync } from 'node:fs'
const app = JSON.parse(readFileSync('package.json', 'utf8'))
const field = process.argv.includes('--save-dev') ? 'devDependencies' : 'dependencies'
for (const name of process.argv.slice(2).filter((word) => !word.startsWith('-')))
  app[field] = { ...app[field], [name]: JSON.parse(readFileSync('node_modules/' + name + '/package.json', 'utf8')).version }
writeFileSync('package.json', JSON.stringify(app, undefined, 2))
`,
  )
}

function bash(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const { VITEST: _, NODE_ENV: _mode, NODE_OPTIONS: _options, PATH = '', ...rest } = process.env
  const path = [env.BIN ?? '', PATH].join(delimiter)
  const child = spawn('bash', ['-c', line.replace(/^curl /, 'curl -sS ')], {
    cwd,
    env: { ...rest, ...env, PATH: path, NO_COLOR: '1', CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code: code ?? 1, output: code === 0 ? output.trim() : `${output}${errors}` }))
  })
}
