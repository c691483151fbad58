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

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Its install script only checks for its binary, which is a package of its own. pnpm fails without this decision. */
const SKIPPED_SCRIPT = '@swc/core'

/** Returns the manifest of an app with the settings of its package manager. */
export function addInstallSettings<T extends Manifest>(manifest: T, manager: PackageManager, local?: LocalPackages): T {
  const files = listFiles(local)
  return {
    ...manifest,
    ...(manifest.dependencies !== undefined && {
      dependencies: { ...manifest.dependencies, ...pick(manifest.dependencies, files) },
    }),
    ...(manifest.devDependencies !== undefined && {
      devDependencies: { ...manifest.devDependencies, ...pick(manifest.devDependencies, files) },
    }),
    ...(manager === 'npm' && { allowScripts: { [SKIPPED_SCRIPT]: false } }),
    ...(manager === 'yarn' && { dependenciesMeta: { [SKIPPED_SCRIPT]: { built: false } } }),
    // The packages depend on each other by version, which no registry has.
    ...(local !== undefined && (manager === 'npm' || manager === 'bun') && { overrides: files }),
    ...(local !== undefined && manager === 'yarn' && { resolutions: files }),
  }
}

/** Returns the `pnpm-workspace.yaml` of an app. pnpm doesn't read these settings in `package.json`. */
export function formatPnpmSettings(local?: LocalPackages): string {
  const overrides = Object.entries(listFiles(local)).map(([name, file]) => `  '${name}': ${JSON.stringify(file)}\n`)
  return [
    `allowBuilds:\n  '${SKIPPED_SCRIPT}': false\n`,
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

/** Returns the specifier of each package that is a file. */
function listFiles(local: LocalPackages | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(local?.tarballs ?? {}).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([name, path]) => [name, `file:${path}`]))
}

function pick(wanted: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name in wanted))
}
