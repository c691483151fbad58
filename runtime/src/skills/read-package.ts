/** Reads the whole folder of a skill in the public format, for MCP clients. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Skill, SkillFile, SkillPackage } from '#contract/agent/skill.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import { readFrontmatter } from './parse-skill.ts'

/** Limits of the MCP extension for skills, up to which every client loads a skill. */
const MAX_FILES = 512
const MAX_BYTES = 16 * 1024 * 1024

const MAIN = 'SKILL.md'

/**
 * Reads the files in the folder of a `SKILL.md`. Links, and files and folders whose name begins with a dot, are ignored.
 *
 * @param source The text of the `SKILL.md`. It gets a `name` if it has none, because the public format requires one.
 */
export async function readPackage(dir: string, { name, file }: Skill, source: string): Promise<SkillPackage> {
  const folder = join(dir, file.slice(0, -MAIN.length))
  const paths = await listFiles(folder, '')
  if (paths.length > MAX_FILES)
    throw new SetupError(`The skill ${file} has ${paths.length} files, at most ${MAX_FILES} are allowed. Remove some.`)
  const fields = readFrontmatter(source, file)
  if (fields.name === null || fields.name === '')
    throw new SetupError(`The skill ${file} has an empty "name". Write the name of its folder, or remove the field.`)
  const main = fields.name === undefined ? source.replace(/^(\uFEFF?---.*(?:\r?\n))/, `$1name: ${name}\n`) : source
  const files: SkillFile[] = []
  let bytes = 0
  for (const path of paths) {
    const content = path === MAIN ? Buffer.from(main) : await readFile(join(folder, path))
    bytes += content.length
    if (bytes > MAX_BYTES)
      throw new SetupError(`The files of the skill ${file} have more than ${MAX_BYTES / 1024 / 1024} MiB. Remove some.`)
    files.push({ path, ...toContent(content) })
  }
  return { frontmatter: { name, ...fields }, files }
}

async function listFiles(folder: string, prefix: string): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true })
  const shown = entries.filter((entry) => !entry.name.startsWith('.'))
  const lists = shown.map(async (entry) => {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) return listFiles(folder, `${path}/`)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(lists)).flat().sort()
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function toContent(bytes: Buffer): Omit<SkillFile, 'path'> {
  try {
    return { text: UTF8.decode(bytes) }
  } catch {
    return { base64: bytes.toString('base64') }
  }
}
