/** The field `packageManager` of new apps. Their images: `tests/packages/containers.e2e.test.ts`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { main } from '../../cli/create/src/main.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-create-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['pnpm/10.34.9 npm/? node/v22.0.0 linux x64', [], 'pnpm@10.34.9'],
  ['yarn/4.18.1 npm/? node/v22.0.0 linux x64', [], 'yarn@4.18.1'],
  // Yarn 1 has none of the options that the Dockerfile uses.
  ['yarn/1.22.22 npm/? node/v22.0.0 linux x64', [], undefined],
  ['npm/10.8.2 node/v22.0.0 linux x64', [], undefined],
  ['bun/1.4.5 npm/? node/v22.0.0 linux x64', [], undefined],
  // The version of another package manager isn't known.
  ['pnpm/10.34.9 npm/? node/v22.0.0 linux x64', ['--pm', 'yarn'], undefined],
])('an app of %s %j names %s for Corepack', async (agent, flags, pinned) => {
  const name = `app-${agent.replace(/\W+/g, '-')}-${flags.length}`
  const quiet = { write: () => true }
  const terminal = { stdin: {}, stdout: quiet, stderr: quiet, env: { npm_config_user_agent: agent } }
  expect(await main([name, ...flags], terminal, folder)).toBe(0)
  const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { packageManager?: string }
  expect(manifest.packageManager).toBe(pinned)
})
