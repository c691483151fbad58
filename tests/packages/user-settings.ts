/** The settings of a new user: a registry for each package manager, and a name for git. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes the files of a user's home. The packages in the registry are new, and it has no TLS. */
export function writeSettings(home: string, registry: string): void {
  const files = {
    '.npmrc': [`registry=${registry}`, 'yes=true', 'update-notifier=false', 'audit=false', 'fund=false'],
    // The default of pnpm 11: an install script without a decision is an error.
    '.config/pnpm/rc': ['minimum-release-age=0', 'strict-dep-builds=true', 'update-notifier=false'],
    '.yarnrc.yml': [
      `npmRegistryServer: '${registry}'`,
      "unsafeHttpWhitelist: ['127.0.0.1']",
      'enableTelemetry: false',
      'npmMinimalAgeGate: 0',
    ],
    '.bunfig.toml': ['[install]', `registry = '${registry}'`],
    '.gitconfig': ['[user]', 'name = Somebody', 'email = somebody@example.com'],
  }
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), lines.map((line) => `${line}\n`).join(''))
  }
}
