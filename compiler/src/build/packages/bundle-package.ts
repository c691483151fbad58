/** Bundles a module of the runtime that exports the used part of a third-party package, as one file for the server. */
import { createHash } from 'node:crypto'
import { basename, dirname, parse } from 'node:path'
import type { Rolldown } from 'vite'
import { resolve, toSlashes } from '#slash-path.ts'
import { recordModules } from '../steps/record-modules.ts'
import { CONDITIONS } from '../vite/vite-config.ts'

export interface PackageBundle {
  /** Name of the file, with a hash of its content. */
  readonly fileName: string
  readonly code: Uint8Array
  /** Source map, as JSON. */
  readonly map: Uint8Array
  /** Files of the modules that it contains. Absolute. */
  readonly modules: readonly string[]
}

interface PackageBundleOptions {
  /** Absolute. */
  readonly module: string
  /** Name of the file, without its hash. */
  readonly name: string
  /** Names of packages that the bundle imports. */
  readonly external: readonly string[]
}

/** Bundles the module. The result depends on the contents of the packages, and not on the folders in which they are installed. */
export async function bundlePackage({ module, name, external }: PackageBundleOptions): Promise<PackageBundle> {
  const { build } = await import('vite')
  const recorded = recordModules()
  const built = await build({
    root: dirname(module),
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [recorded.plugin],
    environments: {
      ssr: {
        consumer: 'server',
        keepProcessEnv: true,
        resolve: { noExternal: true, external: [...external], conditions: [...CONDITIONS.server] },
      },
    },
    build: {
      ssr: module,
      write: false,
      target: 'node20',
      minify: false,
      sourcemap: 'hidden',
      rolldownOptions: {
        // Comments then contain whole paths, of which the folder of the installation is cut off.
        cwd: parse(module).root,
        checks: { bundlerTimings: false, moduleLevelDirective: false },
        output: {
          format: 'es',
          comments: { legal: true, annotation: false, jsdoc: false },
          codeSplitting: false,
          sourcemapPathTransform: (source, map) => toInstalledPath(resolve(dirname(map), source)),
        },
      },
    },
  })
  const [chunk] = (Array.isArray(built) ? built[0] : (built as Rolldown.RolldownOutput))?.output ?? [] // no watch mode
  if (chunk?.map == null) throw new Error(`${module} could not be bundled.`)
  const code = chunk.code.replace(PATH_COMMENT, '$1node_modules/')
  const fileName = `${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  const { version, names, sources, sourcesContent, mappings } = chunk.map
  const map = { version, file: fileName, names, sources, sourcesContent, mappings }
  return { fileName, code: encode(code), map: encode(JSON.stringify(map)), modules: recorded.files() }
}

/** The bundler writes the path of some modules above their code. */
const PATH_COMMENT = /^(\/\/(?:#region)? ).*\bnode_modules\//gm

/** Returns the path of a file in a usual installation, relative to the chunks of the server. */
function toInstalledPath(file: string): string {
  const path = toSlashes(file)
  const at = path.lastIndexOf('/node_modules/')
  return at === -1 ? basename(path) : `../../..${path.slice(at)}`
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
