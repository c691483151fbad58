/** Parses a skill file: YAML frontmatter between `---` lines, then Markdown. */
import { parseDocument } from 'yaml'
import type { Skill } from '#contract/agent/skill.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import { isRecord } from '#contract/is-object.ts'

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m

/** Names that the public format allows. The agent requests a skill by its name. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_NAME = 64
const MAX_DESCRIPTION = 1024

/**
 * Parses the text of a skill. `id` is the name of its file or folder, and the skill's name if the frontmatter has none.
 * Fields: `name`, `description`, `when` (or `metadata.when`), `tools` (or `allowed-tools`; a list, or a string with
 * spaces as separators). Other fields are ignored.
 *
 * @throws SetupError that names the file, for missing frontmatter, a missing description and invalid fields.
 */
export function parseSkill(source: string, id: string, file: string = id): Skill {
  const found = FRONTMATTER.exec(source)
  if (found === null || found.index !== 0)
    throw createSkillError(file, 'has no frontmatter. Begin it with "---", then "description: …", then "---".')
  const fields = readFields(found[1] ?? '', file)
  const name = textField(fields, 'name', file) ?? id
  if (!NAME.test(name) || name.length > MAX_NAME)
    throw createSkillError(
      file,
      `is named ${JSON.stringify(name)}. Use at most ${MAX_NAME} lower-case letters and digits, with single hyphens between.`,
    )
  const description = textField(fields, 'description', file)
  if (description === undefined)
    throw createSkillError(
      file,
      'has no description. Describe its purpose in the frontmatter: agents choose skills by their description.',
    )
  if (description.length > MAX_DESCRIPTION)
    throw createSkillError(
      file,
      `has a description of more than ${MAX_DESCRIPTION} characters. Move the rest below the frontmatter.`,
    )
  const when = textField(fields, 'when', file) ?? textField(recordField(fields, 'metadata', file), 'when', file)
  return {
    name,
    description,
    ...(when !== undefined && { when }),
    tools: namesField(fields, 'tools', file) ?? namesField(fields, 'allowed-tools', file) ?? [],
    body: source.slice(found[0].length).trim(),
    file,
  }
}

/** Returns the fields of a skill's frontmatter as they are written. Throws like `parseSkill`. */
export function readFrontmatter(source: string, file: string): Fields {
  return readFields(FRONTMATTER.exec(source)?.[1] ?? '', file)
}

type Fields = Readonly<Record<string, unknown>>

function readFields(yaml: string, file: string): Fields {
  const document = parseDocument(yaml)
  const [error] = document.errors
  if (error !== undefined)
    throw createSkillError(file, `has frontmatter that is not valid YAML: ${error.message.split('\n')[0]}`)
  const fields: unknown = document.toJS({ maxAliasCount: 100 })
  if (!isRecord(fields)) throw createSkillError(file, 'has frontmatter without fields. Add "description: …".')
  return fields
}

/** Returns a string field; undefined for a missing or empty one. */
function textField(fields: Fields, name: string, file: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw createSkillError(file, `has a "${name}" that is not a string. Put it in quotes.`)
  return value.trim() === '' ? undefined : value.trim()
}

function recordField(fields: Fields, name: string, file: string): Fields {
  const value = fields[name] ?? {}
  if (!isRecord(value)) throw createSkillError(file, `has a "${name}" that is not an object.`)
  return value
}

function namesField(fields: Fields, name: string, file: string): readonly string[] | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  const names = typeof value === 'string' ? value.split(/[\s,]+/) : value
  if (!Array.isArray(names) || !names.every((one): one is string => typeof one === 'string'))
    throw createSkillError(file, `has "${name}" that are not names. Write a list, such as [api.shop.search].`)
  return names.filter((one) => one !== '')
}

function createSkillError(file: string, problem: string): SetupError {
  return new SetupError(`The skill ${file} ${problem}`)
}
