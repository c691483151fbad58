/**
 * The packages and their layers, which the checks enforce. An import points to a lower layer, or stays inside its
 * folder. A folder or file without a layer is a violation: add it here.
 */
export interface WorkspacePackage {
  readonly name: string
  /** Folder of the sources. */
  readonly source: string
  /** Other packages of the repository that it may import, as specifiers. */
  readonly mayImport: readonly string[]
  /** The public entry points, directly in `source`. They contain only `export … from`. */
  readonly entryPoints: readonly string[]
  /** Folder or file directly in `source` -> layer. Entries of the same layer don't import each other. */
  readonly layers: Readonly<Record<string, number>>
}

const RUNTIME: WorkspacePackage = {
  name: 'runtime',
  source: 'runtime/src',
  mayImport: [],
  entryPoints: [
    'index.ts',
    'index.browser.ts',
    'server.ts',
    'agent.ts',
    'channels.ts',
    'client.ts',
    'host.ts',
    'react.ts',
    'react.browser.ts',
    'h3.ts',
    'targets.ts',
    'testing.ts',
    'contract.ts',
    'tooling.ts',
    'compiled.ts',
    'compiled.browser.ts',
    'compiled.hot.ts',
  ],
  layers: {
    contract: 1,
    wire: 2,
    digest: 2,
    signals: 2,
    solid: 2,
    api: 3,
    proposals: 3,
    data: 3,
    limits: 3,
    log: 3,
    websocket: 3,
    session: 3,
    identity: 3,
    store: 3,
    head: 3,
    router: 3,
    site: 3,
    agent: 3,
    mcp: 3,
    openapi: 3,
    skills: 3,
    cache: 3,
    forms: 3,
    i18n: 3,
    schedule: 3,
    telemetry: 3,
    react: 3,
    browser: 4,
    page: 4,
    live: 4,
    'http-routes': 4,
    memoize: 4,
    a2a: 4,
    channels: 4,
    sdk: 5,
    server: 5,
    host: 6,
    testing: 6,
    targets: 7,
  },
}

const COMPILER: WorkspacePackage = {
  name: 'compiler',
  source: 'compiler/src',
  mayImport: ['@fw/runtime/contract', '@fw/runtime/tooling', '@fw/runtime/agent'],
  entryPoints: ['index.ts', 'build.ts', 'vite.ts', 'dev.ts', 'editor.ts', 'start.ts'],
  layers: {
    'type-tree.ts': 0,
    'slash-path.ts': 0,
    'find-tsconfig.ts': 1,
    'own-folder.ts': 0,
    'model.ts': 1,
    overlay: 2,
    report: 2,
    diagnostic: 2,
    compatibility: 2,
    schema: 2,
    pattern: 2,
    engine: 2,
    program: 3,
    jsx: 3,
    analyze: 4,
    validate: 4,
    rules: 5,
    emit: 5,
    static: 5,
    'check.ts': 6,
    editor: 6,
    build: 7,
    dev: 8,
    'plugin.ts': 8,
    'ts-plugin': 8,
  },
}

const CLI: WorkspacePackage = {
  name: 'cli',
  source: 'cli/src',
  mayImport: [
    '@fw/compiler',
    '@fw/compiler/build',
    '@fw/compiler/dev',
    '@fw/compiler/editor',
    '@fw/compiler/start',
    '@fw/compiler/vite',
    '@fw/codemods',
    '@fw/runtime',
    '@fw/runtime/*',
    'create-fw',
  ],
  entryPoints: ['vitest.ts'],
  layers: {
    'broken-pipe.ts': 1,
    'io.ts': 1,
    'app-owner.ts': 1,
    'installed-version.ts': 1,
    'cli-error.ts': 0,
    'printable-text.ts': 0,
    'explain-error.ts': 2,
    'flags.ts': 2,
    'app.ts': 2,
    'port.ts': 2,
    'help-text.ts': 2,
    'network-urls.ts': 2,
    'session.ts': 2,
    'optimize-later.ts': 2,
    'signals.ts': 2,
    'color-text.ts': 2,
    'watch-files.ts': 2,
    check: 3,
    codemod: 3,
    contract: 3,
    complete: 3,
    dev: 3,
    eval: 3,
    lsp: 3,
    mcp: 3,
    suite: 3,
    tool: 3,
    workers: 3,
    'print-failure.ts': 3,
    add: 4,
    start: 4,
    commands: 5,
    'main.ts': 6,
    'bin.ts': 7,
  },
}

const CREATE: WorkspacePackage = {
  name: 'create',
  source: 'cli/create/src',
  mayImport: [],
  entryPoints: ['index.ts'],
  layers: {
    'fail.ts': 1,
    'package-manager.ts': 1,
    'template-kind.ts': 1,
    'install-settings.ts': 2,
    'templates.ts': 2,
    'cli-options.ts': 2,
    'write-app.ts': 3,
    'ask.ts': 4,
    'main.ts': 5,
    'bin.ts': 6,
  },
}

const CODEMODS: WorkspacePackage = {
  name: 'codemods',
  source: 'codemods/src',
  mayImport: [],
  entryPoints: ['index.ts'],
  layers: {
    'version.ts': 1,
    'text-edits.ts': 1,
    'app-files.ts': 1,
    'check-inside.ts': 0,
    'moved-imports.ts': 1,
    'codemod.ts': 2,
    syntax: 3,
    'select.ts': 3,
    'source-work.ts': 3,
    'transform-app.ts': 4,
    'rename-functions.ts': 4,
    releases: 4,
    migrations: 4,
    'run.ts': 5,
    'catalogue.ts': 5,
  },
}

export const PACKAGES: readonly WorkspacePackage[] = [RUNTIME, COMPILER, CLI, CREATE, CODEMODS]

/** Returns whether a package with this name is part of the repository. */
export function isOurPackage(name: string | undefined): boolean {
  return name === 'create-fw' || name?.startsWith('@fw/') === true
}

/**
 * Entry points that an app may import: the public ones, without `contract`, `tooling` and `compiled`, which have no
 * stability promise.
 */
export const PUBLIC_ENTRY_POINTS: readonly string[] = [
  '@fw/runtime',
  '@fw/runtime/server',
  '@fw/runtime/agent',
  '@fw/runtime/channels',
  '@fw/runtime/client',
  '@fw/runtime/host',
  '@fw/runtime/react',
  '@fw/runtime/h3',
  '@fw/runtime/testing',
  '@fw/compiler',
  '@fw/compiler/vite',
  '@fw/compiler/ts-plugin',
  '@fw/cli/vitest',
  '@fw/codemods',
]

/** Folders with code that also runs in browsers: no `node:` import, no Node global. */
export const ISOMORPHIC_FOLDERS: readonly string[] = [
  'runtime/src/contract/',
  'runtime/src/wire/',
  'runtime/src/solid/',
  'runtime/src/browser/',
  'compiler/src/overlay/',
]

/** Entry points that browsers load: no file that they reach imports `node:`. */
export const BROWSER_ENTRY_POINTS: readonly string[] = [
  'runtime/src/client.ts',
  'runtime/src/compiled.browser.ts',
  'runtime/src/index.browser.ts',
  'runtime/src/react.browser.ts',
  'runtime/src/contract.ts',
]

/** Where third-party packages may be imported: package (or scope prefix ending in `/`) -> files or folders. */
export const THIRD_PARTY_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'ts-morph': ['compiler/src/program/', 'codemods/src/'],
  typescript: ['compiler/src/ts-plugin/'],
  yaml: ['compiler/src/analyze/', 'runtime/src/skills/', 'cli/src/tool/'],
  'eventsource-parser': ['runtime/src/agent/'],
  minisearch: ['runtime/src/agent/tool-search/', 'compiler/src/dev/tools/'],
  'css-select': ['compiler/src/dev/tools/'],
  domhandler: ['compiler/src/dev/tools/'],
  htmlparser2: ['compiler/src/dev/tools/'],
  '@modelcontextprotocol/client': ['runtime/src/agent/remote/'],
  '@eslint-community/regexpp': ['compiler/src/pattern/'],
  '@swc/core': ['compiler/src/emit/'],
  '@babel/core': ['compiler/src/jsx/'],
  '@babel/preset-typescript': ['compiler/src/jsx/'],
  'babel-preset-solid': ['compiler/src/jsx/'],
  vite: ['compiler/src/build/', 'compiler/src/dev/', 'compiler/src/plugin.ts'],
  'json-schema-to-typescript': ['compiler/src/emit/'],
  clipanion: ['cli/src/commands/', 'cli/src/main.ts'],
  typanion: ['cli/src/commands/'],
  listhen: ['cli/src/'],
  '@clack/prompts': ['cli/create/src/'],
  picocolors: ['cli/src/'],
  h3: ['runtime/src/host/', 'runtime/src/http-routes/', 'runtime/src/targets/'],
  srvx: ['runtime/src/targets/'],
  crossws: ['runtime/src/host/'],
  parse5: ['runtime/src/testing/'],
  'solid-js': ['runtime/src/solid/'],
  react: ['runtime/src/react/'],
  'react-dom': ['runtime/src/react/'],
  croner: ['runtime/src/schedule/', 'compiler/src/analyze/'],
  libsql: ['runtime/src/data/'],
  'lru-cache': ['runtime/src/cache/'],
  ioredis: ['runtime/src/data/'],
  pg: ['runtime/src/data/'],
  devalue: ['runtime/src/wire/'],
  '@opentelemetry/api': ['runtime/src/telemetry/'],
  'structured-headers': ['runtime/src/wire/'],
  '@formatjs/icu-messageformat-parser': ['runtime/src/i18n/', 'compiler/src/analyze/'],
  '@mdream/js': ['runtime/src/site/'],
  fontaine: ['compiler/src/build/'],
  fontkitten: ['compiler/src/build/'],
  'image-size': ['compiler/src/build/'],
  diff: ['compiler/src/diagnostic/'],
  mrmime: ['runtime/src/wire/'],
  'vscode-languageserver': ['cli/src/lsp/'],
  'vscode-languageserver-textdocument': ['cli/src/lsp/'],
}

/** Packages that no running server may load: no file that a runtime entry point reaches imports them. */
export const COMPILER_PACKAGES: readonly string[] = [
  'ts-morph',
  'typescript',
  '@eslint-community/regexpp',
  '@swc/core',
  '@babel/core',
  '@babel/preset-typescript',
  'babel-preset-solid',
  'vite',
  'rolldown',
  'fontaine',
  'fontkitten',
  'image-size',
  'json-schema-to-typescript',
  '@fw/compiler',
  '@fw/cli',
  '@fw/codemods',
  'clipanion',
]

/** Packages, files and folders that `fw dev` may load only when they are needed. */
export const LATE_IN_DEV: readonly string[] = [
  'ts-morph',
  '@swc/core',
  '@babel/core',
  '@babel/preset-typescript',
  'babel-preset-solid',
  'fontaine',
  'fontkitten',
  'image-size',
  'json-schema-to-typescript',
  'compiler/src/check.ts',
  'compiler/src/rules/index.ts',
  'compiler/src/program/',
]
