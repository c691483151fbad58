/** Package managers, and the conversion of a template's npm commands to another one. */

export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type PackageManager = (typeof PACKAGE_MANAGERS)[number]

export function isPackageManager(name: string): name is PackageManager {
  return PACKAGE_MANAGERS.some((one) => one === name)
}

/** Detects the package manager that runs this process from its user agent. Defaults to npm. */
export function detectPackageManager(env: Readonly<Record<string, string | undefined>>): PackageManager {
  const name = env.npm_config_user_agent?.split('/')[0] ?? ''
  return isPackageManager(name) ? name : 'npm'
}

/** Package managers that `corepack enable` installs, in the Dockerfile and in CI. Yarn 1 has none of the options that these use. */
const BY_COREPACK = /^(?:pnpm|yarn(?!\/1\.))\/\d+\.\d+\.\d+$/

/**
 * Returns the field `packageManager` of a new app: the version that runs this process, because Corepack would install
 * another one. Undefined if Corepack isn't used, or the version is unknown.
 */
export function findPinnedManager(
  manager: PackageManager,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const [agent = ''] = env.npm_config_user_agent?.split(' ') ?? []
  return agent.startsWith(`${manager}/`) && BY_COREPACK.test(agent) ? agent.replace('/', '@') : undefined
}

type Words = readonly (readonly [RegExp, string])[]

const RUN = /\bnpm run (\w+)/g
const TEST = /\bnpm (test|start)\b/g
/** Command of an installed package. Without `--no`, npm downloads a missing package. */
const EXEC = /\bnpx --no-install /g
const CLEAN_INSTALL = /\bnpm ci\b/g
const LOCK_FILE = /package-lock\.json/g
/** CI step that installs Node. The steps that install other package managers are added before or after it. */
const SETUP = /( +)- uses: actions\/setup-node@v4\n(?: {8,}.*\n)+/g
/** Files that an installation in the container needs. */
const COPY_LINE = /^COPY package\.json package-lock\.json/m
const INSTALL_LINE = /^RUN npm ci$/m
/** npm also prunes packages that yarn installed, in any version of yarn. */
const PRUNE = /\bnpm prune --omit=dev\b/g

const WORDS: Readonly<Record<PackageManager, Words>> = {
  npm: [],
  pnpm: [
    [SETUP, '$1- run: corepack enable\n$&'],
    [COPY_LINE, 'COPY package.json pnpm-lock.yaml pnpm-workspace.yaml'],
    [INSTALL_LINE, 'RUN corepack enable && pnpm install --frozen-lockfile'],
    // pnpm asks for confirmation before it removes packages, unless CI is set.
    [PRUNE, 'CI=true pnpm prune --prod'],
    [CLEAN_INSTALL, 'pnpm install --frozen-lockfile'],
    [LOCK_FILE, 'pnpm-lock.yaml'],
    [RUN, 'pnpm $1'],
    [TEST, 'pnpm $1'],
    [EXEC, 'pnpm exec '],
  ],
  yarn: [
    [SETUP, '$1- run: corepack enable\n$&'],
    [COPY_LINE, 'COPY package.json yarn.lock .yarnrc.yml'],
    [INSTALL_LINE, 'RUN corepack enable && yarn install --immutable'],
    [CLEAN_INSTALL, 'yarn install --immutable'],
    [LOCK_FILE, 'yarn.lock'],
    // Yarn 1 has a built-in command "check", so scripts need an explicit `run`.
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

/** Replaces the npm commands in a template's text with those of another package manager. */
export function translateCommands(manager: PackageManager, text: string): string {
  return WORDS[manager].reduce((words, [pattern, replacement]) => words.replace(pattern, replacement), text)
}
