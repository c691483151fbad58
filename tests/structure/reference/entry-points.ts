/** `docs/reference/<entry point>.md`: the exports of an entry point, with the doc comments of their sources. */
import type { Surface } from '../api-surface.ts'

/** Returns the path of an entry point's page: `docs/reference/runtime-server.md` for `@fw/runtime/server`. */
export function printEntryPoint(entryPoint: string): string {
  return `docs/reference/${entryPoint.replace('@fw/', '').replaceAll('/', '-')}.md`
}

/** Functions and values come before types, since readers look them up first. */
export function printEntryPoints(surface: Surface): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(surface).map(([entryPoint, exports]) => {
      const parts = [
        ['Functions and values', exports.filter(({ signature }) => !isType(signature))] as const,
        ['Types', exports.filter(({ signature }) => isType(signature))] as const,
      ]
      const sections = parts
        .filter(([, found]) => found.length > 0)
        .map(([title, found]) => `## ${title}\n\n${found.map(section).join('\n')}`)
      return [printEntryPoint(entryPoint), `# ${entryPoint}\n\n${NOTE}\n\n${sections.join('\n')}`]
    }),
  )
}

const NOTE = 'What this module exports, in the words of its sources.'

function isType(signature: string): boolean {
  return /^(?:interface|type) /.test(signature)
}

function section({ name, prose, declaration }: Surface[string][number]): string {
  const words = prose === '' ? '' : `${prose.replace(/\n/g, ' ').replace(/ {2,}/g, ' ')}\n\n`
  return `### ${name}\n\n${words}\`\`\`ts\n${declaration}\n\`\`\`\n`
}
