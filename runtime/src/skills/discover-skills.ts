/** Reads the skills of an app: `src/skills/**`. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Skill, SkillSummary } from '#contract/agent/skill.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import { parseSkill } from './parse-skill.ts'
import { readPackage } from './read-package.ts'

/**
 * Reads every `*.md` file below `dir`, sorted by name. A `SKILL.md` is named after its folder, any other file after itself.
 * Other files in the folder of a `SKILL.md` belong to that skill, and a `README.md` is ignored. A missing directory has no
 * skills.
 *
 * @throws SetupError for an invalid skill file, for two skills with the same name, for a package whose `name` isn't its
 * folder's or that is too large, and for a `SKILL.md` without a folder.
 */
export async function discoverSkills(dir: string): Promise<readonly Skill[]> {
  const files = await skillFiles(dir)
  const skills = await Promise.all(files.map((file) => readSkill(dir, file)))
  const byName = new Map<string, Skill>()
  for (const skill of skills) {
    const other = byName.get(skill.name)
    if (other !== undefined)
      throw new SetupError(`Two skills are named "${skill.name}": ${other.file} and ${skill.file}. Rename one of them.`)
    byName.set(skill.name, skill)
  }
  return skills.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the skills as an agent sees them before it reads one: without bodies. */
export function skillIndex(skills: readonly Skill[]): readonly SkillSummary[] {
  return skills.map(({ name, description, when, tools }) => ({
    name,
    description,
    ...(when !== undefined && { when }),
    tools,
  }))
}

const PACKAGE = 'SKILL.md'

/** Returns paths relative to `dir`, with `/` as separator. */
async function skillFiles(dir: string): Promise<string[]> {
  let entries: string[]
  try {
    entries = await readdir(dir, { recursive: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // readdir throws only system errors
    throw error
  }
  const paths = entries.map((entry) => entry.replaceAll('\\', '/'))
  if (paths.includes(PACKAGE))
    throw new SetupError(
      `The skill ${PACKAGE} must be in a folder, which gives the skill its name. Move it into a folder.`,
    )
  const folders = paths.filter((path) => path.endsWith(`/${PACKAGE}`)).map((path) => path.slice(0, -PACKAGE.length))
  const isSkill = (path: string) =>
    path.endsWith(`/${PACKAGE}`) ||
    (/\.md$/i.test(path) && !/(?:^|\/)README\.md$/i.test(path) && !folders.some((folder) => path.startsWith(folder)))
  return paths.filter(isSkill).sort()
}

async function readSkill(dir: string, file: string): Promise<Skill> {
  const isPackage = file.endsWith(`/${PACKAGE}`)
  const parts = file.split('/')
  const id = isPackage ? (parts.at(-2) ?? '') : (parts.at(-1) ?? '').slice(0, -'.md'.length)
  const source = await readFile(join(dir, file), 'utf8')
  const skill = parseSkill(source, id, file)
  if (isPackage && skill.name !== id)
    throw new SetupError(
      `The skill ${file} is named "${skill.name}", but its folder is named "${id}". Give both the same name.`,
    )
  return isPackage ? { ...skill, package: await readPackage(dir, skill, source) } : skill
}
