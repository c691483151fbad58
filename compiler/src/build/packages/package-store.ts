/**
 * Bundles of third-party packages on this machine: each package of the server is bundled once per version. The same packages
 * give the same bytes without a stored bundle.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createFileHashes, hashParts } from '#analyze/modules/file-hashes.ts'
import { join, relative, resolve } from '#slash-path.ts'
import { packageDir } from '../externals.ts'
import { readRealPath } from '../real-path.ts'
import { bundlePackage, type PackageBundle } from './bundle-package.ts'
import { readPackageInputs } from './package-inputs.ts'

/** Part of every key: change it with the output, and with the format of a stored bundle. */
const FORMAT = '1'

/** First line of a stored bundle. Its code and its source map follow. */
interface Header {
  readonly fileName: string
  /** Of code and map. */
  readonly hash: string
  readonly codeLength: number
  /** Hashes of all files that the bundle contains, by path, relative to the installation. */
  readonly inputs: Readonly<Record<string, string>>
}

/**
 * Returns the bundle of `module`, a file of the runtime, for the app at `root`. It is stored beside the installed packages, or
 * in `.fw/cache` if their folder can't be written.
 */
export async function loadPackageBundle(module: string, name: string, root: string): Promise<PackageBundle> {
  const installed = findInstallation(root)
  const { key, native, manifests } = readPackageInputs(module, installed)
  const { version, rolldownVersion } = await import('vite')
  const stem = `${name}-${hashParts([FORMAT, version, rolldownVersion, key]).slice(0, 16)}`
  const files = [join(installed, '.cache/fw'), join(root, '.fw/cache/packages')].map((dir) => join(dir, stem))
  for (const file of files) {
    const stored = await readStored(file, installed)
    if (stored !== undefined) return withModules(stored, manifests)
  }
  const bundle = await bundlePackage({ module, name, external: native })
  for (const file of files) if (await store(file, bundle, installed)) break
  return withModules(bundle, manifests)
}

function withModules(bundle: PackageBundle, manifests: readonly string[]): PackageBundle {
  return { ...bundle, modules: [...bundle.modules, ...manifests] }
}

/** Returns the real path of the `node_modules` folder in which the app finds the runtime. */
function findInstallation(root: string): string {
  const runtime = packageDir('@fw/runtime', `${root}/package.json`)
  const folder = runtime === undefined ? join(root, 'node_modules') : resolve(runtime, '../..')
  return readRealPath(folder) ?? folder
}

async function readStored(file: string, installed: string): Promise<PackageBundle | undefined> {
  try {
    const bytes = await readFile(file)
    const end = bytes.indexOf('\n')
    const header = JSON.parse(bytes.toString('utf8', 0, end)) as Header // written below
    const body = bytes.subarray(end + 1)
    if (hashBytes([body]) !== header.hash) return undefined
    const hashes = createFileHashes()
    const modules = Object.entries(header.inputs).map(([path, hash]) => ({ path: resolve(installed, path), hash }))
    if (!modules.every(({ path, hash }) => hashes.of(path) === hash)) return undefined
    return {
      fileName: header.fileName,
      code: body.subarray(0, header.codeLength),
      map: body.subarray(header.codeLength),
      modules: modules.map(({ path }) => path),
    }
  } catch {
    // Without a readable bundle, the build is only slower.
    return undefined
  }
}

/** Writes a temporary file and renames it: another build may read or write the same one. Returns whether it was possible. */
async function store(file: string, bundle: PackageBundle, installed: string): Promise<boolean> {
  const { fileName, code, map, modules } = bundle
  const hashes = createFileHashes()
  const inputs = Object.fromEntries(modules.map((path) => [relative(installed, path), hashes.of(path)]).sort())
  const header: Header = { fileName, hash: hashBytes([code, map]), codeLength: code.length, inputs }
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    await mkdir(resolve(file, '..'), { recursive: true })
    await writeFile(temporary, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), code, map]))
    await rename(temporary, file)
    return true
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined)
    return false
  }
}

function hashBytes(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
