/**
 * All packages must have one version, depend on each other in exactly that version, and no codemod may belong to a
 * later release: `fw upgrade` without flags runs the codemods up to the version that the app's packages depend on.
 */
import type { SourceFile, Violation } from '../source-tree.ts'

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const OWN = /^(?:@fw\/|create-fw$)/
const RELEASE = /^codemods\/src\/releases\/([^/]+)\//
const NAMED = 'runtime/src/contract/config/version.ts'

/** Requires the version of the root package. */
export function checkVersions(files: readonly SourceFile[]): readonly Violation[] {
  const manifests = files
    .filter(({ path }) => /(?:^|\/)package\.json$/.test(path) && !path.startsWith('snapshots/'))
    .map(({ path, text }) => ({ path, manifest: JSON.parse(text) as Manifest })) // the fields that npm reads
  const version = manifests.find(({ path }) => path === 'package.json')?.manifest.version ?? ''
  const packages = manifests.flatMap(({ path: file, manifest }): readonly Violation[] => {
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    const others = asked.filter(([name, range]) => OWN.test(name) && range !== version)
    const own = OWN.test(manifest.name ?? '') && manifest.version !== version
    return [
      ...(own ? [{ file, message: `is version ${manifest.version}, but the repository is ${version}` }] : []),
      ...others.map(([name, range]) => ({ file, message: `depends on ${name} ${range}, but it is ${version}` })),
    ]
  })
  const later = files.filter(({ path }) => isAfter(RELEASE.exec(path)?.[1] ?? version, version))
  const named = files.filter(({ path, text }) => path === NAMED && !text.includes(`'${version}'`))
  return [
    ...packages,
    ...later.map(({ path }) => ({ file: path, message: `belongs to a later release than ${version}` })),
    ...named.map(({ path }) => ({ file: path, message: `contains another version than ${version}` })),
  ]
}

function isAfter(left: string, right: string): boolean {
  return left.localeCompare(right, 'en', { numeric: true }) > 0
}
