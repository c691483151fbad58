/** The files of skills, as MCP clients read them: each skill is a folder with a `SKILL.md`. */
import { createHash } from 'node:crypto'
import type { Skill, SkillFile, SkillPackage } from '#contract/agent/skill.ts'
import { getContentType } from '#wire/content-type.ts'

/** A file of a skill with its URI. */
interface ServedFile {
  readonly uri: string
  readonly mimeType: string
  readonly text?: string
  readonly blob?: string
}

/** An entry of `skills/list`. */
interface SkillEntry {
  /** URI of the `SKILL.md`. */
  readonly uri: string
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[]
}

export interface SkillFiles {
  /** The skills in the order of their URIs. */
  readonly entries: readonly SkillEntry[]
  readonly files: ReadonlyMap<string, ServedFile>
}

const MAIN = 'SKILL.md'

/** Returns the URI of a skill: of its `SKILL.md`. */
export function skillUri(name: string): string {
  return createFileUri(name, MAIN)
}

function createFileUri(name: string, path: string): string {
  return `skill://${name}/${path.split('/').map(encodeURIComponent).join('/')}`
}

const known = new WeakMap<readonly Skill[], SkillFiles>()

/** Returns the files of the app's skills, with their digests. Created once, when the first client asks. */
export function listSkillFiles(skills: readonly Skill[]): SkillFiles {
  const made = known.get(skills)
  if (made !== undefined) return made
  const packages = skills.map((skill) => [skill.name, skill.package ?? createPackage(skill)] as const)
  const files = packages.flatMap(([name, { files: own }]) => own.map((file) => toServedFile(name, file)))
  const byUri = new Map(files.map((file) => [file.uri, file]))
  const entries = packages.map(
    ([name, { frontmatter, files: own }]): SkillEntry => ({
      uri: skillUri(name),
      frontmatter,
      resources: own.map((file) => ({ uri: createFileUri(name, file.path), ...describeContent(file) })),
    }),
  )
  const created: SkillFiles = { entries: entries.sort((a, b) => (a.uri < b.uri ? -1 : 1)), files: byUri }
  known.set(skills, created)
  return created
}

/** Creates the `SKILL.md` of a skill that isn't a folder. JSON is valid in YAML. */
function createPackage({ name, description, when, tools, body }: Skill): SkillPackage {
  const frontmatter = {
    name,
    description,
    ...(when !== undefined && { metadata: { when } }),
    ...(tools.length > 0 && { 'allowed-tools': tools.join(' ') }),
  }
  const fields = Object.entries(frontmatter).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
  return { frontmatter, files: [{ path: MAIN, text: `---\n${fields.join('\n')}\n---\n\n${body}\n` }] }
}

function toServedFile(name: string, { path, text, base64 }: SkillFile): ServedFile {
  const type = getContentType(path).replace(/;.*/, '')
  const mimeType = text !== undefined && type === 'application/octet-stream' ? 'text/plain' : type
  return { uri: createFileUri(name, path), mimeType, ...(text === undefined ? { blob: base64 ?? '' } : { text }) }
}

function describeContent({ text, base64 = '' }: SkillFile): { readonly digest: string; readonly size: number } {
  const bytes = text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text)
  return { digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, size: bytes.length }
}
