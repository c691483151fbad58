/** The package managers, and what a template written for npm says under another one. */

export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type PackageManager = (typeof PACKAGE_MANAGERS)[number]

export function isPackageManager(name: string): name is PackageManager {
  return PACKAGE_MANAGERS.some((one) => one === name)
}

/** The one that runs this process, by what it says of itself; npm when nobody does. */
export function detectPackageManager(env: Readonly<Record<string, string | undefined>>): PackageManager {
  const name = env.npm_config_user_agent?.split('/')[0] ?? ''
  return isPackageManager(name) ? name : 'npm'
}

type Words = readonly (readonly [RegExp, string])[]

const RUN = /\bnpm run (\w+)/g
const TEST = /\bnpm (test|start)\b/g
/** A command of an installed package. Without `--no`, npm downloads one that is missing. */
const EXEC = /\bnpx --no-install /g
const CLEAN_INSTALL = /\bnpm ci\b/g
const LOCK_FILE = /package-lock\.json/g
/** The step of the CI file that installs Node: what provides the other managers comes before or after it. */
const SETUP = /( +)- uses: actions\/setup-node@v4\n(?: {8,}.*\n)+/g
const INSTALL_LINE = /^RUN npm ci$/m
/** npm prunes what yarn has installed too, whatever its version. */
const PRUNE = /\bnpm prune --omit=dev\b/g

const WORDS: Readonly<Record<PackageManager, Words>> = {
  npm: [],
  pnpm: [
    [SETUP, '$1- run: corepack enable\n$&'],
    [INSTALL_LINE, 'RUN corepack enable && pnpm install --frozen-lockfile'],
    // It asks before it removes packages, unless it is told that nobody is there.
    [PRUNE, 'CI=true pnpm prune --prod'],
    [CLEAN_INSTALL, 'pnpm install --frozen-lockfile'],
    [LOCK_FILE, 'pnpm-lock.yaml'],
    [RUN, 'pnpm $1'],
    [TEST, 'pnpm $1'],
    [EXEC, 'pnpm exec '],
  ],
  yarn: [
    [SETUP, '$1- run: corepack enable\n$&'],
    [INSTALL_LINE, 'RUN corepack enable && yarn install --immutable'],
    [CLEAN_INSTALL, 'yarn install --immutable'],
    [LOCK_FILE, 'yarn.lock'],
    // Without `run` the first yarn has a command of its own that is called "check".
    [RUN, 'yarn run $1'],
    [TEST, 'yarn $1'],
    [EXEC, 'yarn '],
  ],
  bun: [
    [SETUP, '$&$1- uses: oven-sh/setup-bun@v2\n'],
    [INSTALL_LINE, 'RUN npm install --global bun && bun install --frozen-lockfile'],
    [CLEAN_INSTALL, 'bun install --frozen-lockfile'],
    [PRUNE, 'rm -rf node_modules && bun install --frozen-lockfile --production'],
    [LOCK_FILE, 'bun.lock'],
    [RUN, 'bun run $1'],
    [TEST, 'bun run $1'],
    [EXEC, 'bun run '],
  ],
}

/** The commands of a text, written for npm, as the package manager has them. */
export function inWordsOf(manager: PackageManager, text: string): string {
  return WORDS[manager].reduce((words, [pattern, replacement]) => words.replace(pattern, replacement), text)
}
