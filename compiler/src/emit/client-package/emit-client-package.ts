/** The files of an npm package with the functions of an app: `fw export client`. */
import type { AppModel } from '#model.ts'
import { type ClientModule, type ListedFunction, listClientModules } from './client-function.ts'
import { emitClientModule, emitClientTypes } from './emit-client-module.ts'
import { nameModules, VALUES } from './module-namespace.ts'
import { writeReadme } from './write-readme.ts'

/** The data of the package. */
export interface ClientPackage {
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description?: string | undefined
  readonly license?: string | undefined
  /** Origin of the app for the README. Absent if it isn't known. */
  readonly origin?: string | undefined
  /** The functions of the package. */
  readonly listed: readonly ListedFunction[]
  /** The files of the runtime part by their path: `runtime.js`, its declarations and its modules. */
  readonly runtime: ReadonlyMap<string, string>
}

/** Returns the files by their path. The same sources give the same files. */
export async function emitClientPackage(model: AppModel, wanted: ClientPackage): Promise<ReadonlyMap<string, string>> {
  const modules = listClientModules(model, wanted.listed)
  const hasAgent = model.files.agent !== undefined
  const files = new Map<string, string>([
    ['package.json', writeManifest(modules, wanted)],
    ['README.md', writeReadme(modules, { ...wanted, hasAgent })],
    ['index.js', writeIndex(modules, hasAgent, '.js')],
    ['index.d.ts', writeIndex(modules, hasAgent, '.d.ts')],
    ...wanted.runtime,
  ])
  for (const one of modules) {
    files.set(`modules/${one.module}.js`, emitClientModule(one))
    files.set(`modules/${one.module}.d.ts`, await emitClientTypes(one))
  }
  return files
}

function writeManifest(modules: readonly ClientModule[], wanted: ClientPackage): string {
  const { name, version, title, description, license } = wanted
  const entry = (path: string) => ({ types: `./${path}.d.ts`, default: `./${path}.js` })
  const manifest = {
    name,
    version,
    description: `The functions of ${title}.${description === undefined ? '' : ` ${description}`}`,
    ...(license !== undefined && { license }),
    type: 'module',
    sideEffects: false,
    exports: {
      '.': entry('index'),
      ...Object.fromEntries(modules.map(({ module }) => [`./${module}`, entry(`modules/${module}`)])),
      './package.json': './package.json',
    },
    types: './index.d.ts',
    files: ['index.js', 'index.d.ts', 'runtime.js', 'runtime.d.ts', 'runtime', 'modules'],
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

const TYPES = [
  'AnyErrorCode',
  'BoundModules',
  'CallError',
  'CallOptions',
  'Client',
  'ClientOptions',
  'FetchRequest',
  'FetchResponse',
  'DecisionOptions',
  'ErrorCode',
  'Proposal',
  'UploadBytes',
]

function writeIndex(modules: readonly ClientModule[], hasAgent: boolean, extension: '.js' | '.d.ts'): string {
  const values = hasAgent ? ['ask', ...VALUES] : VALUES
  const types = hasAgent ? [...TYPES, 'Message', 'TurnReply'] : TYPES
  const lines = [
    '// Written by fw export client. Do not edit: it is written again.',
    `export { ${values.join(', ')} } from './runtime.js'`,
    ...(extension === '.d.ts' ? [`export type { ${types.join(', ')} } from './runtime.js'`] : []),
    ...[...nameModules(modules.map(({ module }) => module))].map(
      ([module, name]) => `export * as ${name} from './modules/${module}.js'`,
    ),
  ]
  return `${lines.join('\n')}\n`
}
