/** Finds the tools that skills name in their frontmatter. Loaded only for apps with skills. */
import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { AppReader } from '../app-reader.ts'
import { filesIn, type ToolMention } from './tool-mentions.ts'

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$/m

/**
 * Reads `*.md` at the top of the folder and every `<name>/SKILL.md`. Invalid YAML names no tools. `only`: reads this file
 * only.
 */
export function readSkillMentions({ root, textOf }: AppReader, only?: string): readonly ToolMention[] {
  const files = only === undefined ? filesIn(root, SKILLS, SKILL_FILE) : [only].filter((file) => SKILL_FILE.test(file))
  return files.flatMap((file) => {
    const text = textOf(file) ?? ''
    const found = FRONTMATTER.exec(text)
    const yaml = found?.index === 0 ? (found[1] ?? '') : ''
    return mentionsIn(file, text, yaml, (found?.[0] ?? '').indexOf('\n') + 1)
  })
}

const SKILLS = 'src/skills'
const SKILL_FILE = /^src\/skills\/(?:[^/]+\.md|.+\/SKILL\.md)$/

/** `offset`: start of `yaml` in `text`. */
function mentionsIn(file: string, text: string, yaml: string, offset: number): ToolMention[] {
  const { contents, errors } = parseDocument(yaml)
  if (errors.length > 0 || !isMap(contents)) return []
  return FIELDS.flatMap((field) => {
    const value = contents.get(field, true)
    const nodes = isSeq(value) ? value.items : [value]
    return nodes.flatMap((node) => {
      if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return []
      const [start, end] = node.range
      // A field of the public format is a string with spaces between the names.
      const names = isSeq(value) ? [node.value] : node.value.split(/[\s,]+/).filter((name) => name !== '')
      return names
        .filter((name) => field === 'tools' || isOfApps(name))
        .map((name): ToolMention => {
          const at = isSeq(value) ? 0 : Math.max(0, yaml.slice(start, end).indexOf(name))
          const from = offset + start + at
          const span = createSpan(file, text, from, isSeq(value) ? offset + end : from + name.length)
          return { name, spelling: 'any', span }
        })
    })
  })
}

const FIELDS = ['tools', 'allowed-tools'] as const

/** `allowed-tools` may name tools of other hosts too, such as `Read`, `Bash(git:*)` and `mcp__server__tool`. */
function isOfApps(name: string): boolean {
  return /^[\w.*-]+$/.test(name) && !name.startsWith('mcp__') && (/[.]|__/.test(name) || name.startsWith('ui_'))
}
