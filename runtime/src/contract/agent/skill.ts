/** Skills: documents that an agent can read for a task. */

export interface SkillSummary {
  readonly name: string
  readonly description: string
  /** When to use it. */
  readonly when?: string
  /** Tools that the skill mentions. */
  readonly tools: readonly string[]
}

/** Returns what a skill is for, and when an agent should use it. */
export function describeSkill({ description, when }: Pick<SkillSummary, 'description' | 'when'>): string {
  return when === undefined ? description : `${description} Use it when: ${when}`
}

/** A skill with its text, which the agent reads after it has chosen the skill. */
export interface Skill extends SkillSummary {
  /** Markdown below the frontmatter. */
  readonly body: string
  /** Path of the skill's file. */
  readonly file: string
  /**
   * The whole `SKILL.md` and the other files of its folder, for MCP clients. Absent for a skill that isn't a folder: clients
   * read a `SKILL.md` with the members above.
   */
  readonly package?: SkillPackage
}

/** A skill in the public format (agentskills.io). */
export interface SkillPackage {
  /** The fields of its frontmatter, with its `name`. */
  readonly frontmatter: Readonly<Record<string, unknown>>
  /** All files of its folder, sorted by path, with its `SKILL.md`. */
  readonly files: readonly SkillFile[]
}

/** A file of a skill: `text`, or `base64` for bytes that aren't UTF-8. */
export interface SkillFile {
  /** Path in the folder of the skill, with `/` as separator. */
  readonly path: string
  readonly text?: string
  readonly base64?: string
}
