/** `docs/reference/<door>.md`: what a door exports, with the doc comments of its sources. */
import type { Surface } from '../surface.ts'

/** Path of a door's page: `@fw/runtime/server` -> `docs/reference/runtime-server.md`. */
export function doorPage(door: string): string {
  return `docs/reference/${door.replace('@fw/', '').replaceAll('/', '-')}.md`
}

/** Functions and values come before types: they are what is looked up first. */
export function printDoors(surface: Surface): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(surface).map(([door, exports]) => {
      const parts = [
        ['Functions and values', exports.filter(({ signature }) => !isType(signature))] as const,
        ['Types', exports.filter(({ signature }) => isType(signature))] as const,
      ]
      const sections = parts
        .filter(([, found]) => found.length > 0)
        .map(([title, found]) => `## ${title}\n\n${found.map(section).join('\n')}`)
      return [doorPage(door), `# ${door}\n\n${NOTE}\n\n${sections.join('\n')}`]
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
