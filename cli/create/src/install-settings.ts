/**
 * Settings of an installation, in the format of each package manager: install scripts, and the packages of fw that an
 * app gets from files.
 */
import type { PackageManager } from './package-manager.ts'

/** Packages of fw that a checkout has packed, for an app outside of it. */
export interface LocalPackages {
  /** Absolute path of the checkout. */
  readonly checkout: string
  /** Version of all packages. */
  readonly version: string
  /** Absolute path of the tarball of each package, by name. */
  readonly tarballs: Readonly<Record<string, string>>
}

/** Members of a `package.json` that an app is created from. */
export interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  /** Packages of the template whose install scripts aren't run, in addition to `SKIPPED_SCRIPTS`. The format is npm's. */
  readonly allowScripts?: Readonly<Record<string, false>>
}

/** Their install scripts only check for a binary, which is a package of its own. pnpm fails without this decision. */
const SKIPPED_SCRIPTS = ['@swc/core']

/** Returns the manifest of an app with the settings of its package manager. */
export function addInstallSettings(manifest: Manifest, manager: PackageManager, local?: LocalPackages): Manifest {
  const files = listFiles(local)
  const { allowScripts: _own, ...rest } = manifest
  const skipped = listSkippedScripts(manifest)
  return {
    ...rest,
    ...(manifest.dependencies !== undefined && {
      dependencies: { ...manifest.dependencies, ...pick(manifest.dependencies, files) },
    }),
    ...(manifest.devDependencies !== undefined && {
      devDependencies: { ...manifest.devDependencies, ...pick(manifest.devDependencies, files) },
    }),
    ...(manager === 'npm' && { allowScripts: Object.fromEntries(skipped.map((name) => [name, false])) }),
    ...(manager === 'yarn' && {
      dependenciesMeta: Object.fromEntries(skipped.map((name) => [name, { built: false }])),
    }),
    // The packages depend on each other by version, which no registry has.
    ...(local !== undefined && (manager === 'npm' || manager === 'bun') && { overrides: files }),
    ...(local !== undefined && manager === 'yarn' && { resolutions: files }),
  }
}

/** Returns the `pnpm-workspace.yaml` of an app. pnpm doesn't read these settings in `package.json`. */
export function formatPnpmSettings(manifest: Manifest, local?: LocalPackages): string {
  const overrides = Object.entries(listFiles(local)).map(([name, file]) => `  '${name}': ${JSON.stringify(file)}\n`)
  return [
    'allowBuilds:\n',
    ...listSkippedScripts(manifest).map((name) => `  '${name}': false\n`),
    ...(overrides.length > 0 ? ['overrides:\n', ...overrides] : []),
  ].join('')
}

/** Returns the section of a README about packages that aren't from a registry, with commands of npm. */
export function describeLocalPackages(manager: PackageManager, { checkout, version }: LocalPackages): string {
  const settings = { npm: 'package.json', bun: 'package.json', yarn: 'package.json', pnpm: 'pnpm-workspace.yaml' }[
    manager
  ]
  const field = manager === 'yarn' ? 'resolutions' : 'overrides'
  return `
## The packages of fw

This app was created from a checkout of fw, in \`${checkout}\`. Its \`@fw\` packages are files that the checkout has packed. It
installs only on this machine: the Dockerfile and the CI workflow need packages from a registry.

To use the current sources of the checkout, run \`npm run create -- --update <folder of this app>\` there, and \`${manager} install\`
here. To use published packages, replace the \`file:\` versions in \`package.json\` with \`${version}\` or a newer version, remove
\`${field}\` from \`${settings}\`, and run \`${manager} install\`.
`
}

function listSkippedScripts({ allowScripts = {} }: Manifest): readonly string[] {
  return [...SKIPPED_SCRIPTS, ...Object.keys(allowScripts)]
}

/** Returns the specifier of each package that is a file. */
function listFiles(local: LocalPackages | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(local?.tarballs ?? {}).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([name, path]) => [name, `file:${path}`]))
}

function pick(wanted: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name in wanted))
}
