/**
 * Rejects regular expressions of the runtime that need more than linear time, and those that repeat a group of a few
 * characters: Bun's engine takes a microsecond for each repetition, so a megabyte takes a second. On the server their texts come from callers, and
 * one request could stop the process; in the browser they come from a model, a page or a URL, and could freeze the tab.
 */
import ts from 'typescript'
import { findSlowness } from '../../../compiler/src/pattern/slow-pattern.ts'
import { getLine, parse } from '../imports.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

/** Code that runs only in the tests of an app. */
const APART = /^runtime\/src\/testing\//

/** Patterns whose texts are short, or come from the app and its build. */
const ALLOWED: ReadonlySet<string> = new Set([
  // Repetitions are bounded, and the text is one block of at most 10,000 characters.
  'runtime/src/browser/copilot/inline-pattern.ts /\\\\([\\\\`*_{}[\\]()#+.!|>~-])|(?<!`)(`{1,4})(?!`)([\\s\\S]{0,2000}?[^`])\\2(?!`)|(!?)\\[([^[\\]\\n]{0,500})\\]\\(\\s{0,9}<?([^\\s<>()]*(?:\\([^\\s()]*\\)[^\\s<>()]*)*)>?(?:\\s{1,9}"[^"\\n]{0,500}")?\\s{0,9}\\)|\\*\\*(?=\\S)((?:(?!\\*\\*)[\\s\\S]){1,2000})(?<=\\S)\\*\\*|\\*(?=[^\\s*])([^*\\n]{0,2000}[^\\s*])\\*|(?<![\\p{L}\\p{N}_])_(?=[^\\s_])([^_\\n]{0,2000}[^\\s_])_(?![\\p{L}\\p{N}_])|(https?:\\/\\/[^\\s<>"\'`*]+)/gu',
  'runtime/src/agent/resolve-model.ts /\\/+$/',
  'runtime/src/agent/remote/private-address.ts /%.*$/',
  'runtime/src/contract/config/check-config.ts /(\\w+)\\W*$/',
  'runtime/src/contract/config/environment.ts /\\s*\\n\\s*/g',
  'runtime/src/host/list-files.ts /^assets\\/(?:.*[/.-])?([A-Za-z0-9_-]{8,})\\.[a-z0-9]+$/',
  // The text has no line breaks, so both parts always match.
  'runtime/src/host/request-target.ts /^https?:\\/\\/([^/?]*)(.*)$/i',
  'runtime/src/mcp/resource-list.ts /\\[+(\\.\\.\\.)?(\\w+)(?:=\\w+)?\\]+/g',
  'runtime/src/router/path-rules.ts /^(https?:\\/\\/[^/?#[\\]\\\\]+)(.*)$/i',
  'runtime/src/router/path-rules.ts /\\[\\[\\.\\.\\.([^\\]]+)\\]\\]|\\[\\.\\.\\.([^\\]]+)\\]|\\[([^\\]]+)\\]/g',
  // It reads the page's own markup, where every match ends with its tag.
  'runtime/src/site/markdown.ts /<(\\/?)(h[1-6]|button)(?=[\\s>])[^>]*>/gi',
  'runtime/src/solid/forms/form-fields.ts /-+$/',
  'runtime/src/solid/islands/ssr-foreign.ts /"(.*)"/',
  'runtime/src/wire/http-signature.ts /=+$/',
])

/** Patterns that repeat a group, whose texts are short or come from the app. */
const SHORT: ReadonlySet<string> = new Set([
  'runtime/src/agent/remote/name-tools.ts',
  'runtime/src/browser/copilot/inline-pattern.ts',
  'runtime/src/contract/name.ts',
  // Each repetition reads up to a backslash.
  'runtime/src/contract/schema/field-steps.ts',
  'runtime/src/contract/schema/schema.ts',
  'runtime/src/data/memory-data.ts',
  // Addresses have at most 254 characters, and host names 253.
  'runtime/src/contract/page/format.ts',
  'runtime/src/i18n/choose-locale.ts',
  // A path, whose length the limit of headers limits.
  'runtime/src/server/http/canonical-path.ts',
  'runtime/src/skills/parse-skill.ts',
  'runtime/src/wire/cookie.ts',
])

export function checkSlowPatterns(files: readonly SourceFile[]): readonly Violation[] {
  const found: Violation[] = []
  for (const file of files) {
    if (!file.path.startsWith('runtime/src/') || !isScript(file.path) || APART.test(file.path)) continue
    const tree = parse(file)
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && !ALLOWED.has(`${file.path} ${node.text}`) && isSlow(node.text))
        found.push({
          file: file.path,
          line: getLine(tree, node),
          message: `${node.text} needs more than linear time for some texts; change it, or add it to tests/structure/checks/slow-patterns.ts`,
        })
      if (ts.isRegularExpressionLiteral(node) && !SHORT.has(file.path) && repeatsGroup(node.text))
        found.push({
          file: file.path,
          line: getLine(tree, node),
          message: `${node.text} repeats a group, which is slow on Bun for long texts; change it, or add its file to tests/structure/checks/slow-patterns.ts`,
        })
      ts.forEachChild(node, visit)
    }
    visit(tree)
  }
  return found
}

function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  const [pattern, flags] = [literal.slice(1, end), literal.slice(end + 1)]
  // With the flag `u`, these characters need no backslash.
  const text = /[uv]/.test(flags) ? pattern : pattern.replace(/\\([-"'<>@# :;,=!&%~`])/g, '$1')
  return findSlowness(text) !== undefined
}

/** Whether a group is repeated without a limit. */
function repeatsGroup(literal: string): boolean {
  const outsideClasses = literal.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return /\)(?:[*+]|\{\d+,\})/.test(outsideClasses)
}
