/** Skills: documents that an agent can read for a task. */

export interface SkillSummary {
  readonly name: string
  readonly description: string
  /** When to use it. */
  readonly when?: string
  /** Tools that the skill mentions. */
  readonly tools: readonly string[]
}

/** A skill with its text, which the agent reads after it has chosen the skill. */
export interface Skill extends SkillSummary {
  /** Markdown below the frontmatter. */
  readonly body: string
  /** Path of the skill's file. */
  readonly file: string
}
