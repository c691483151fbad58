/** `dist/cloudflare/wrangler.json`: the configuration of the Worker, with the app's own settings. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { isRecord } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'
import type { TargetOutput } from '../build-target.ts'

/** A later one can change the behaviour of the platform: it is raised with the version of workerd in the tests. */
const COMPATIBILITY_DATE = '2026-11-17'
const OWN_FILES = ['wrangler.json', 'wrangler.jsonc']
const CLASSES = ['FwData', 'FwStreams']

type Settings = Readonly<Record<string, unknown>>

/**
 * Writes the configuration. Settings of the app's `wrangler.json` or `wrangler.jsonc` are taken over, such as `routes` and
 * bindings; the framework's apply where both are set.
 * https://developers.cloudflare.com/workers/wrangler/configuration/
 */
export async function writeWranglerConfig({ paths, model }: TargetOutput, folder: string): Promise<void> {
  const own = await readOwnSettings(paths.root)
  const objects = isRecord(own.durable_objects) ? own.durable_objects : {}
  const settings: Settings = {
    name: await readName(paths.root),
    compatibility_date: COMPATIBILITY_DATE,
    observability: { enabled: true },
    ...own,
    main: 'worker/cloudflare.js',
    base_dir: 'worker',
    no_bundle: true,
    find_additional_modules: true,
    rules: [{ type: 'ESModule', globs: ['**/*.js'] }],
    compatibility_flags: [...new Set(['nodejs_compat', ...toList(own.compatibility_flags)])],
    assets: {
      ...(isRecord(own.assets) ? own.assets : {}),
      ...{ directory: 'assets', html_handling: 'none', not_found_handling: 'none' },
    },
    durable_objects: {
      ...objects,
      bindings: [
        { name: 'FW_DATA', class_name: 'FwData' },
        { name: 'FW_STREAMS', class_name: 'FwStreams' },
        ...toList(objects.bindings),
      ],
    },
    migrations: [{ tag: 'fw-1', new_sqlite_classes: CLASSES }, ...toList(own.migrations)],
    vars: { NODE_ENV: 'production', ...(isRecord(own.vars) ? own.vars : {}) },
    // The app knows which of its schedules are due, in their time zones.
    ...(model.files.schedules !== undefined && { triggers: { crons: ['* * * * *'] } }),
  }
  await writeFile(join(folder, 'wrangler.json'), `${JSON.stringify(settings, undefined, 2)}\n`)
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

async function readOwnSettings(root: string): Promise<Settings> {
  const name = OWN_FILES.find((file) => existsSync(join(root, file)))
  if (name === undefined) return {}
  const { parseJsonc } = await import('#program/parse-jsonc.ts')
  const settings = parseJsonc(name, await readFile(join(root, name), 'utf8'))
  if (!isRecord(settings)) throw new SyntaxError(`${name} has no object.`)
  return settings
}

/** https://developers.cloudflare.com/workers/wrangler/configuration/#inheritable-keys: letters, digits and dashes. */
async function readName(root: string): Promise<string> {
  const file = join(root, 'package.json')
  const manifest: unknown = existsSync(file) ? JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, '')) : {}
  const given = isRecord(manifest) && typeof manifest.name === 'string' ? manifest.name : basename(root)
  const name = given
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
  return name === '' ? 'app' : name
}
