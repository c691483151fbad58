/** Skills: what an agent can read when a task asks for it (spec: Skills). */

export interface SkillSummary {
  readonly name: string
  readonly description: string
  /** When to use it. */
  readonly when?: string
  /** Tools that it speaks of. */
  readonly tools: readonly string[]
}

/** A skill with its text, as the agent reads it once it has chosen it. */
export interface Skill extends SkillSummary {
  /** Markdown below the frontmatter. */
  readonly body: string
  /** Path of its file. */
  readonly file: string
}
