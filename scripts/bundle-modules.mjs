// Bundles the modules of a package for Node, into dist/bundled: loading hundreds of small modules takes most of the time
// in which a command starts. The modules themselves stay in dist/, for bundlers.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Modules that stay files: one must run before its importers' other imports, and the other knows its folder. */
const FILES = ['build/page-size.js', 'own-folder.js']

/** `folder`: the package, absolute. */
export async function bundleModules(folder) {
  const dist = join(folder, 'dist')
  const output = join(dist, 'bundled')
  const kept = FILES.map((file) => join(dist, file))
  const bundle = await rolldown({
    input: Object.fromEntries(listEntries(folder).map((file) => [basename(file, '.js'), join(dist, file)])),
    platform: 'node',
    external: (id) => !/^[./#]/.test(id) || kept.includes(id),
    plugins: [
      {
        name: 'kept-files',
        resolveId(id, importer) {
          if (importer === undefined || !/^[.#]/.test(id)) return undefined
          // `#<path>.ts` is a module of the package, by its `imports`.
          const file = id.startsWith('#') ? join(dist, id.slice(1).replace(/\.ts$/, '.js')) : join(importer, '..', id)
          return kept.includes(file) ? { id: `./${relative(output, file)}`, external: 'relative' } : undefined
        },
      },
    ],
    treeshake: false,
    logLevel: 'warn',
  })
  const written = await bundle.write({
    dir: output,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await bundle.close()
  // Only now: commands that run during a build still find their modules.
  const names = new Set(written.output.map(({ fileName }) => fileName))
  for (const name of readdirSync(output)) if (!names.has(name)) rmSync(join(output, name))
}

/** The entry points of `package.json`, and the scripts of processes, which start beside the module that forks them. */
function listEntries(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entryPoints = Object.values(exports)
    .map((target) => /^\.\/dist\/bundled\/(.+)$/.exec(target.default)?.[1])
    .filter((name) => name !== undefined)
  const scripts = readdirSync(join(folder, 'dist'), { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('-process.js') && !file.startsWith('bundled/'))
  return [...entryPoints, ...scripts]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleModules(process.cwd())
