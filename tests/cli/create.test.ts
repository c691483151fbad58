import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn as spawnPty } from '@lydell/node-pty'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import type { LocalPackages } from '../../cli/create/src/install-settings.ts'
import { main } from '../../cli/create/src/main.ts'
import { detectPackageManager, PACKAGE_MANAGERS, translateCommands } from '../../cli/create/src/package-manager.ts'
import { writeApp } from '../../cli/create/src/write-app.ts'
import { filesOf } from '../codemods/temporary-app.ts'
import { linkPackages, runFw } from './support/fixture.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const CREATE = join(REPOSITORY, 'cli/create/bin/create-fw.js')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-create-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command in this process, as a pipe has it, with the templates of the built package. */
async function create(args: readonly string[], agent?: string, local?: LocalPackages) {
  let [stdout, stderr] = ['', '']
  const terminal = {
    stdin: {},
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: { npm_config_user_agent: agent },
  }
  return { code: await main(args, terminal, folder, local), stdout, stderr }
}

const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')

describe('the starter', { timeout: 240_000 }, () => {
  it('CLI-19 a new app from the starter, by the binary, with everything that a repository begins with', async () => {
    const child = spawn(process.execPath, [CREATE, 'notes', '--git'], { cwd: folder })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    expect(await new Promise((done) => child.once('close', done))).toBe(0)
    expect(stdout).toContain('  cd notes\n  npm install\n  npm run dev\n')
    const files = Object.keys(filesOf(join(folder, 'notes')))
    expect(files).toEqual(
      expect.arrayContaining([
        '.github/workflows/ci.yml',
        '.gitignore',
        'AGENTS.md',
        'Dockerfile',
        'evals/notes.eval.json',
        'src/server/notes.api.ts',
        'tests/app.test.ts',
        'tests/notes.test.ts',
      ]),
    )
    expect(files).not.toContain('_gitignore')
    expect(readdirSync(join(folder, 'notes'))).toContain('.git')
    expect(JSON.parse(read('notes', 'package.json'))).toMatchObject({ name: 'notes', private: true })
  })

  it('passes the compiler in strict mode with no `any` in it; wrong inputs and outputs of an api fail', async () => {
    const root = join(folder, 'notes')
    linkPackages(root)
    expect(await runFw(root, ['check'])).toMatchObject({ code: 0 })
    const wrong = join(root, 'src/wrong.ts')
    writeFileSync(
      wrong,
      [
        `import { add, clear, search } from './server/notes.api.ts'`,
        `export const missing = add({})`,
        `export const kind = add({ text: 1 })`,
        `export const unknown = search({ words: 'milk' })`,
        `export const output = async (): Promise<string> => (await clear()).deleted`,
        `export const right = async (): Promise<number> => (await clear()).deleted + (await search({})).length`,
      ].join('\n'),
    )
    const config = ts.getParsedCommandLineOfConfigFile(
      join(root, 'tsconfig.json'),
      {},
      {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: (diagnostic) => expect.fail(String(diagnostic.messageText)),
      },
    )!
    expect(config.options.strict).toBe(true)
    const program = ts.createProgram(config.fileNames, config.options)
    const found = ts.getPreEmitDiagnostics(program).map(({ file, start = 0 }) => ({
      file: file?.fileName.slice(root.length + 1),
      line: file?.getLineAndCharacterOfPosition(start).line,
    }))
    expect(found).toEqual([1, 2, 3, 4].map((line) => ({ file: 'src/wrong.ts', line })))
    rmSync(wrong)
    expect(anyIn(program, root)).toEqual([])
  })
})

/** Where an expression of the app's own files is `any`. */
function anyIn(program: ts.Program, root: string): readonly string[] {
  const checker = program.getTypeChecker()
  const places: string[] = []
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.startsWith(`${root}/`) || file.fileName.includes('/node_modules/')) continue
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) places.push(`${file.fileName}: ${node.parent.getText()}`)
      if (ts.isIdentifier(node) && !isNameOnly(node) && !file.fileName.endsWith('wrong.ts')) {
        const { flags } = checker.getTypeAtLocation(node)
        if (flags & ts.TypeFlags.Any) places.push(`${file.fileName}: ${node.getText()} in ${node.parent.getText()}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return places
}

/** Names without their own type: elements, attributes, and type imports. */
function isNameOnly({ parent }: ts.Identifier): boolean {
  return (
    ts.isJsxAttribute(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isJsxClosingElement(parent) ||
    ((ts.isJsxOpeningElement(parent) || ts.isJsxSelfClosingElement(parent)) && /^[a-z]/.test(parent.tagName.getText()))
  )
}

/** Names of the apps of a kind, by the marks in the playground. */
function readApps(kind: 'template' | 'example'): readonly string[] {
  return readdirSync(join(REPOSITORY, 'playground')).filter((name) => {
    const { template = false } = JSON.parse(readFileSync(join(REPOSITORY, 'playground', name, 'package.json'), 'utf8'))
    return template === (kind === 'template')
  })
}

describe('templates', () => {
  it('are listed if none is named, the starter first', async () => {
    const { code, stdout } = await create(['--template'])
    const lines = stdout.trim().split('\n')
    expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^starter +A few notes/)])
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([...readApps('template')].sort())
    expect((await runFw(folder, ['create', '--template'])).stdout).toBe(stdout)
  })

  it('are copied without their mark', async () => {
    expect((await create(['from-starter', '--template', 'starter'])).stdout).toContain('from the starter.')
    expect(JSON.parse(read('from-starter', 'package.json'))).not.toHaveProperty('template')
  })
})

describe('examples', () => {
  it('CLI-20 CLI-21 are listed where none is named, also by fw create', async () => {
    const { code, stdout } = await create(['--example'])
    expect(code).toBe(0)
    const shipped = readApps('example')
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual([...shipped].sort())
    expect(shipped).toEqual(expect.arrayContaining(['shop', 'i18n', 'interop-react', 'nested-islands', 'data-cache']))
    // Each with its content.
    for (const name of shipped) expect(stdout).toMatch(new RegExp(`^${name} +[A-Z].+\\.$`, 'm'))
    expect((await runFw(folder, ['create', '--example'])).stdout).toBe(stdout)
  })

  it('are copied, without what commands have written, under the name of the new app', async () => {
    const { code, stdout } = await create(['store', '--example', 'shop', '--pm', 'yarn'])
    expect([code, stdout]).toEqual([
      0,
      'Created the app from the example shop. Next steps:\n\n  cd store\n  yarn install\n  yarn run dev\n\n',
    ])
    const files = filesOf(join(folder, 'store'))
    const own = filesOf(join(REPOSITORY, 'playground/shop'))
    const written = /^(?:dist|\.fw|node_modules|\.turbo)\/|eval-gate\.json$|\.log$/
    const expected = Object.keys(own).filter((path) => !written.test(path))
    const skills = ['add-a-function', 'fix-errors'].map((name) => `.agents/skills/${name}/SKILL.md`)
    const named = ['.dockerignore', '.gitignore', '.mcp.json', 'AGENTS.md', 'Dockerfile']
    const shared = ['.github/workflows/ci.yml', ...skills, ...named]
    expect(Object.keys(files).sort()).toEqual([...expected, '.yarnrc.yml', ...shared].sort())
    expect(files['src/session.ts']).toBe(own['src/session.ts'])
    const { name, dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '')
    expect(name).toBe('store')
    expect(dependencies).toEqual(JSON.parse(own['package.json'] ?? '').dependencies)
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['@types/node', 'typescript']))
  })

  it('every app becomes a repository that can be checked, tested, built in CI and put into a container', async () => {
    const flags = (['template', 'example'] as const).flatMap((kind) =>
      readApps(kind).map((name) => [kind, name] as const),
    )
    for (const [kind, name] of flags) {
      expect((await create([`new-${name}`, `--${kind}`, name, '--git'])).code, name).toBe(0)
      const root = join(folder, `new-${name}`)
      writeFileSync(join(root, '.env'), 'SESSION_SECRET=x\n')
      mkdirSync(join(root, 'node_modules/p'), { recursive: true })
      writeFileSync(join(root, 'node_modules/p/index.js'), '')
      const untracked = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
        cwd: root,
        encoding: 'utf8',
      })
      expect(untracked, name).not.toMatch(/^(?:\.env$|node_modules)/m)
      const { scripts } = JSON.parse(read(`new-${name}`, 'package.json'))
      expect(scripts, name).toMatchObject({
        check: 'fw check && tsc -p .',
        test: 'fw test',
        postinstall: 'fw types',
      })
      const commands = ['.github/workflows/ci.yml', 'AGENTS.md', 'Dockerfile'].map((path) => read(`new-${name}`, path))
      for (const [, script = ''] of commands.join('\n').matchAll(/npm run (\w+)/g))
        expect(scripts, name).toHaveProperty(script)
    }
  })
})

describe('what cannot be done', () => {
  it.each([
    [[], 'Missing the folder of the new app'],
    [['My App'], 'Try "my-app".'],
    [['taken'], ' is not empty. '],
    [['taken/file'], 'taken/file is not a folder. Choose another path.'],
    [['taken/file/app'], 'taken/file is not a folder. Choose another path.'],
    [['broken'], 'broken is not a folder. Choose another path.'],
    [
      ['node_modules'],
      '"node_modules" is not a valid package name. Use lower-case letters, digits, ".", "_" and "-".\n',
    ],
    [['x', '--example', 'none'], 'Unknown example "none". Available examples:\nblog'],
    [['x', '--template', 'none'], 'Unknown template "none". Available templates:\nstarter'],
    [['x', '--template', 'shop'], 'There is no template "shop". Pass --example shop.'],
    [['x', '--example', 'starter'], 'There is no example "starter". Pass --template starter.'],
    [['x', '--template', 'starter', '--example', 'shop'], 'Pass either --template or --example'],
    [['x', 'y'], 'Expected one name, got 2: x, y.'],
    [['x', '--pm', 'pip'], '--pm must be one of npm, pnpm, yarn, bun, got "pip".'],
    [['x', '--force'], "Unknown option '--force'"],
  ])('%j is refused with a word on what to do, and nothing is written', async (args, message) => {
    mkdirSync(join(folder, 'taken'), { recursive: true })
    writeFileSync(join(folder, 'taken/file'), '')
    rmSync(join(folder, 'broken'), { force: true })
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken'))
    const before = readdirSync(folder)
    const { code, stdout, stderr } = await create(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(message)
    expect(readdirSync(folder)).toEqual(before)
  })
})

it.each(['new', 'empty'])('a failure in a folder that was %s leaves it as it was', (name) => {
  const app = { folder: join(folder, 'failed', name), name }
  const template = join(folder, 'template')
  mkdirSync(join(template, 'src'), { recursive: true })
  if (name === 'empty') mkdirSync(join(app.folder, '.git'), { recursive: true })
  const starter = join(folder, 'starter')
  for (const name of ['.github', '.agents']) mkdirSync(join(starter, name), { recursive: true })
  for (const file of ['_gitignore', '.dockerignore', '.mcp.json', 'AGENTS.md', 'Dockerfile'])
    writeFileSync(join(starter, file), '')
  const write = () => writeApp(app, { template, starter, manager: 'npm' })
  expect(write).toThrow('package.json')
  expect(existsSync(app.folder) ? readdirSync(app.folder) : undefined).toEqual(name === 'empty' ? ['.git'] : undefined)
})

describe('a person at a terminal', () => {
  it('prompts for missing arguments, and Ctrl-C leaves nothing', async () => {
    const asked = await inTerminal(
      [],
      [
        [/Folder of the app\?/, 'asked\r'],
        [/Which template or example\?/, '\r'],
        [/Install dependencies\?/, 'n'],
        [/Create a git repository\?/, 'n'],
      ],
    )
    expect(asked.code).toBe(0)
    expect(asked.text).toContain('Created the app from the starter.')
    expect(read('asked', 'package.json')).toContain('"name": "asked"')
    const stopped = await inTerminal(['never'], [[/Which template or example\?/, '\u0003']])
    expect([stopped.code, stopped.text.includes('Cancelled. Nothing was created.')]).toEqual([1, true])
    expect(readdirSync(folder)).not.toContain('never')
  })
})

/** Types each reply once when its prompt appears. */
function inTerminal(args: readonly string[], answers: readonly (readonly [RegExp, string])[]) {
  return new Promise<{ code: number; text: string }>((done) => {
    const env = { PATH: process.env.PATH ?? '', TERM: 'xterm' }
    const terminal = spawnPty(process.execPath, [CREATE, ...args], { cwd: folder, env, cols: 100, rows: 40 })
    const left = [...answers]
    let text = ''
    terminal.onData((chunk) => {
      text += chunk
      const [question, answer] = left[0] ?? []
      if (question === undefined || answer === undefined || !question.test(text)) return
      left.shift()
      terminal.write(answer)
    })
    terminal.onExit(({ exitCode }) => done({ code: exitCode, text }))
  })
}

describe('package managers', () => {
  it('are detected from their user agent', () => {
    for (const name of PACKAGE_MANAGERS)
      expect(detectPackageManager({ npm_config_user_agent: `${name}/9.1.0 node/v22.0.0 linux x64` })).toBe(name)
    expect(detectPackageManager({})).toBe('npm')
    expect(detectPackageManager({ npm_config_user_agent: 'deno/2' })).toBe('npm')
  })

  it('have their own commands in the written files', async () => {
    const text = 'npm ci && npm run build && npm test && npx --no-install fw run; COPY package-lock.json ./'
    expect(translateCommands('npm', text)).toBe(text)
    const pnpm = 'pnpm install --frozen-lockfile && pnpm build && pnpm test && pnpm exec fw run; COPY pnpm-lock.yaml ./'
    expect(translateCommands('pnpm', text)).toBe(pnpm)
    expect(translateCommands('yarn', text)).toContain(
      '&& yarn run build && yarn test && yarn fw run; COPY yarn.lock ./',
    )
    await create(['bunny'], 'bun/1.4.5 npm/? node/v22')
    for (const path of ['README.md', 'AGENTS.md', 'Dockerfile', '.github/workflows/ci.yml'])
      expect(read('bunny', path), path).not.toMatch(/\bnpm run|\bnpm ci|\bnpm prune|\bnpx |package-lock/)
    expect(read('bunny', '.github/workflows/ci.yml')).toContain(
      '      - uses: oven-sh/setup-bun@v2\n      - run: bun install',
    )
    await create(['woolly'], 'yarn/4.12.0 npm/? node/v22')
    expect(read('woolly', '.yarnrc.yml')).toBe('nodeLinker: node-modules\n')
    expect(read('woolly', '.github/workflows/ci.yml')).toContain('- run: yarn run check\n')
    expect(read('woolly', 'Dockerfile')).toContain('COPY package.json yarn.lock .yarnrc.yml ./\n')
    expect(existsSync(join(folder, 'bunny/.yarnrc.yml'))).toBe(false)
    await create(['quick', '--pm', 'pnpm'])
    expect(read('quick', 'Dockerfile')).toContain('COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./\n')
  })

  it.each(PACKAGE_MANAGERS)(
    '%s gets packages from a registry, and skips the install script of @swc/core',
    async (manager) => {
      const name = `registry-${manager}`
      await create([name, '--pm', manager])
      const { allowScripts, dependenciesMeta, ...manifest } = JSON.parse(read(name, 'package.json'))
      expect(manifest.dependencies['@fw/cli']).toMatch(/^\d+\.\d+\.\d+$/)
      expect([manifest.overrides, manifest.resolutions]).toEqual([undefined, undefined])
      expect(read(name, 'README.md')).not.toContain('checkout')
      const settings = join(folder, name, 'pnpm-workspace.yaml')
      expect([allowScripts, dependenciesMeta, existsSync(settings) && readFileSync(settings, 'utf8')]).toEqual([
        manager === 'npm' ? { '@swc/core': false } : undefined,
        manager === 'yarn' ? { '@swc/core': { built: false } } : undefined,
        manager === 'pnpm' && "allowBuilds:\n  '@swc/core': false\n",
      ])
    },
  )

  it('the next steps have the path as it was written', async () => {
    const path = join(folder, 'absolute')
    expect((await create([path], 'npm/11')).stdout).toContain(`  cd ${path}\n  npm install\n`)
  })

  it.each(PACKAGE_MANAGERS)('%s gets packages from the files of a checkout', async (manager) => {
    const name = `local-${manager}`
    const names = ['@fw/cli', '@fw/compiler', '@fw/runtime', '@fw/codemods', 'create-fw']
    const tarballs = Object.fromEntries(names.map((one) => [one, `/checkout/${one.replace(/\W/g, '-')}.tgz`]))
    const local = { checkout: '/checkout', version: '9.9.9', tarballs }
    const { code, stdout } = await create([name, '--pm', manager], undefined, local)
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      'Created the app from the starter. Its @fw packages are files of /checkout; see its README. Next steps:',
    ])
    const manifest = JSON.parse(read(name, 'package.json'))
    const files = Object.fromEntries(names.sort().map((one) => [one, `file:${tarballs[one]}`]))
    expect(manifest.dependencies).toMatchObject({ '@fw/cli': files['@fw/cli'], '@fw/runtime': files['@fw/runtime'] })
    expect(manifest.dependencies['@fw/compiler']).toBeUndefined()
    const inManifest = { overrides: manifest.overrides, resolutions: manifest.resolutions }
    expect(inManifest).toEqual({
      overrides: manager === 'npm' || manager === 'bun' ? files : undefined,
      resolutions: manager === 'yarn' ? files : undefined,
    })
    if (manager === 'pnpm')
      expect(parseYaml(read(name, 'pnpm-workspace.yaml'))).toEqual({
        allowBuilds: { '@swc/core': false },
        overrides: files,
      })
    const readme = read(name, 'README.md')
    expect(readme).toContain('`npm run create -- --update <folder of this app>`')
    expect(readme).toContain('with `9.9.9` or a newer version')
    expect(readme).toContain(`and run \`${manager} install\``)
  })
})
