/**
 * The script of the page that shows the OpenAPI document: a copy of Redoc, which the app has installed, and a module that
 * starts it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FwConfig, OPENAPI_PATH, SetupError } from '@fw/runtime/contract'
import type { Plugin } from 'vite'
import { join } from '#slash-path.ts'
import type { AppPaths } from '../app-paths.ts'
import { packageDir, readManifest } from '../externals.ts'

export interface ApiReference {
  /** URL of the module that starts it. */
  readonly url: string
  /** Content by name, relative to the output. Each name contains a hash of the content. */
  readonly files: ReadonlyMap<string, string>
  /** Files that were read. Absolute. */
  readonly sources: readonly string[]
}

const PACKAGE = 'redoc'
const BUNDLE = 'bundles/redoc.standalone.js'

/** Redoc names its maker by an image from here: "API docs by …". */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g
const OWN_LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="42" height="14"><text y="11" font-family="sans-serif" font-size="11" fill="#667">Redocly</text></svg>',
)}`

/**
 * Returns the files; `undefined` for an app that serves no reference.
 *
 * @throws `SetupError` if the package is missing, or has another version than this code supports.
 */
export function findApiReference(root: string, { openapi, output }: FwConfig): ApiReference | undefined {
  if (typeof openapi !== 'object' || openapi.reference !== true || output === 'static') return undefined
  const folder = packageDir(PACKAGE, join(root, 'package.json'))
  if (folder === undefined)
    throw new SetupError(`openapi.reference: ${PACKAGE} is not installed. Run: npm install --save-dev ${PACKAGE}@3`)
  const bundle = join(folder, BUNDLE)
  const { version = '' } = readManifest(join(folder, 'package.json'))
  if (!version.startsWith('3.') || !existsSync(bundle))
    throw new SetupError(
      `openapi.reference needs Redoc 3, and ${PACKAGE} ${version} is installed. Run: npm install --save-dev ${PACKAGE}@3`,
    )
  const redoc = readFileSync(bundle, 'utf8').replace(LOGO, OWN_LOGO)
  const redocName = nameFile('redoc', redoc)
  const start = printStart(redocName)
  const startName = nameFile('api-reference', start)
  return {
    url: `/${startName}`,
    files: new Map([
      [redocName, redoc],
      [startName, start],
    ]),
    sources: [bundle],
  }
}

function nameFile(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  return `assets/${name}-${hash}.js`
}

/** Redoc reports its use to its maker unless it is told not to. */
function printStart(redoc: string): string {
  const options = { disableTelemetry: true }
  return `import { init } from '/${redoc}'
init('${OPENAPI_PATH}', ${JSON.stringify(options)}, document.getElementById('reference'))
`
}

/** Writes the files to the output, and returns their names. */
export async function writeApiReference({ files }: ApiReference, { clientOut }: AppPaths): Promise<readonly string[]> {
  await mkdir(join(clientOut, 'assets'), { recursive: true })
  await Promise.all([...files].map(([name, content]) => writeFile(join(clientOut, name), content)))
  return [...files.keys()]
}

/** Serves the files in dev, by the same URLs. */
export function serveApiReference({ files }: ApiReference): Plugin {
  return {
    name: 'fw:api-reference',
    configureServer: ({ middlewares }) => {
      middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
        const content = files.get((request.url ?? '').slice(1))
        if (content === undefined) return next()
        response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.setHeader('x-content-type-options', 'nosniff')
        response.end(content)
      })
    },
  }
}
