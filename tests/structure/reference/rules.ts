/** `docs/reference/rules.md`: every rule of `fw check`, with its page. */
import { BUILD_RULES, RULES } from '../../../compiler/src/rules/index.ts'

export const RULES_PAGE = 'docs/reference/rules.md'

export function printRules(): string {
  const all = [...RULES, ...BUILD_RULES.filter((rule) => !RULES.includes(rule))]
  const rows = all.map(
    ({ code, number, severity, title }) =>
      `| [${code}](../../compiler/docs/rules/${code}.md) | ${number} | ${severity} | ${title.replaceAll('|', '\\|')} |`,
  )
  return `${HEAD}\n\n| rule | number | severity | what is wrong |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

const HEAD = `# Rules

[fw check](../guide/check.md) applies these rules, and so do \`fw build\`, \`fw dev\`
and [editors](../guide/editor.md), which show the number. An error stops a build, a warning does not. \`missing-export\` is
found when files are loaded: a build and \`fw dev\` report it. \`failing-module\` is found when the app is loaded. Editors leave it, and \`unresolved-import\`, to TypeScript.`
