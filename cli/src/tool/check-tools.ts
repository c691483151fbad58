/** Checks of the tools that an app runs and is written with: the runtime, the framework packages, TypeScript. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownVersion, readInstalledVersion } from '../installed-version.ts'
import { type Check, createFailure, createPass, createWarning } from './finding.ts'

/** Minimum version, as in `engines` of the framework packages. */
const NODE = [20, 19] as const

export const checkRuntime: Check = ({ versions: { bun, node = '' } }) => {
  if (bun !== undefined) return [createPass('runtime', `Bun ${bun}`)]
  if (!isOlder(node, NODE)) return [createPass('runtime', `Node ${node}`)]
  return [
    createFailure(
      'runtime',
      `Node ${node} is older than ${NODE.join('.')}.`,
      `Install Node ${NODE.join('.')} or newer.`,
    ),
  ]
}

/** Framework packages. All must have the same version, because each works only with its own release. */
const PACKAGES = ['@fw/runtime', '@fw/compiler', '@fw/cli', '@fw/codemods']

export const checkPackages: Check = ({ root }) => {
  const own = ownVersion()
  const found = PACKAGES.flatMap((name) => {
    const version = readInstalledVersion(root, name)
    return version === undefined ? [] : [{ name, version }]
  })
  const runtime = found.find(({ name }) => name === '@fw/runtime')
  if (runtime === undefined)
    return [createFailure('packages', '@fw/runtime is not installed.', `Run "npm install @fw/runtime@${own}".`)]
  const others = found.filter(({ version }) => version !== own)
  if (others.length === 0) return [createPass('packages', `All fw packages have version ${own}.`)]
  const named = others.map(({ name, version }) => `${name} is ${version}`).join(', ')
  const fix = `Install the same version of all: npm install ${found.map(({ name }) => `${name}@${own}`).join(' ')}`
  return [createFailure('packages', `This is fw ${own}, but ${named}.`, `${fix}, then "fw upgrade".`)]
}

const PLUGIN = '@fw/compiler/ts-plugin'

export const checkTypeScript: Check = ({ root }) => {
  const version = readInstalledVersion(root, 'typescript')
  if (!namesPlugin(root)) {
    if (version !== undefined && !isOlder(version, [7, 0]))
      return [createPass('typescript', `TypeScript ${version}. Editors show the findings of fw check with "fw lsp".`)]
    const fix = `Add to compilerOptions: "plugins": [{ "name": "${PLUGIN}" }]. Or start "fw lsp --stdio" in your editor.`
    return [
      createWarning(
        'typescript',
        'tsconfig.json does not list the plugin, so editors do not show the findings of fw check.',
        fix,
      ),
    ]
  }
  if (version === undefined) return [createPass('typescript', 'Not installed. Editors use their own version.')]
  if (isOlder(version, [5, 9]))
    return [
      createWarning(
        'typescript',
        `TypeScript ${version} is older than 5.9.`,
        'Install 5.9 or 6: npm install -D typescript@6',
      ),
    ]
  if (isOlder(version, [7, 0])) return [createPass('typescript', `TypeScript ${version}, with the plugin for editors`)]
  const fix =
    'Start "fw lsp --stdio" in your editor, and remove the plugin from tsconfig.json. Or use 7 for tsc and 6 for the editor: npm install -D @typescript/native@npm:typescript@7 typescript@npm:@typescript/typescript6@6.'
  return [
    createWarning(
      'typescript',
      `TypeScript ${version} does not support plugins, so editors do not show the findings of fw check.`,
      fix,
    ),
  ]
}

/** Searches the text, because tsconfig.json may contain comments. */
function namesPlugin(root: string): boolean {
  try {
    return readFileSync(join(root, 'tsconfig.json'), 'utf8').includes(`"${PLUGIN}"`)
  } catch {
    return false
  }
}

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}
