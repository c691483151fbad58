/** Formats tools for `fw run`. */
import type { ManifestTool } from '@fw/runtime/contract'
import { type Flag, listFlags, membersText } from '../flags.ts'
import { layoutRow } from '../help-text.ts'
import { printableText } from '../printable-text.ts'
import { READ_TEXT_HELP } from './read-text.ts'

/**
 * Lists the tools, then those whose scopes the caller lacks. Descriptions are cut to their first line. Each tool has its
 * scopes.
 */
export function toolList(tools: readonly ManifestTool[], outOfScope: readonly ManifestTool[] = []): string {
  const width = Math.max(0, ...[...tools, ...outOfScope].map((tool) => tool.name.length))
  const guards = Math.max(0, ...[...tools, ...outOfScope].map((tool) => tool.guard.length + 2))
  const toLine = (tool: ManifestTool) => {
    const [first = ''] = printableText(tool.description).split('\n')
    const scopes = tool.scopes === undefined ? '' : `  (scopes: ${printableText(tool.scopes.join(', '))})`
    return `  ${tool.name.padEnd(width)}  ${`[${tool.guard}]`.padEnd(guards)}  ${first}${scopes}`.trimEnd()
  }
  const hidden = outOfScope.length === 0 ? [] : ['Tools whose scopes the caller lacks:', ...outOfScope.map(toLine)]
  return ['Tools:', ...tools.map(toLine), ...hidden].join('\n')
}

/** Formats a tool and its flags, wrapped at `columns`. */
export function toolHelp(tool: ManifestTool, columns?: number): string {
  const flags = listFlags(tool.input)
  const signatures = flags.map((flag) => `--${flag.name}${placeholder(flag)}`)
  const width = Math.max(0, ...signatures.map((signature) => signature.length))
  const limit = columns === undefined || columns === 0 ? Number.POSITIVE_INFINITY : columns
  const rows = flags.flatMap((flag, index) =>
    layoutRow({ name: signatures[index] ?? '', description: notes(flag) }, width, limit),
  )
  const head = [`fw run ${tool.name}${flags.length === 0 ? '' : ' [flags]'}`, '', printableText(tool.description)]
  const guard = tool.guard === 'confirm' ? ['', 'Prompts for approval in the terminal before it runs.'] : []
  const takesText = flags.some(({ kind }) => kind !== 'boolean')
  return [
    ...head,
    ...guard,
    '',
    ...(rows.length === 0 ? ['This tool has no input.'] : ['Flags:', ...rows]),
    ...(takesText ? ['', READ_TEXT_HELP] : []),
  ].join('\n')
}

function placeholder(flag: Flag): string {
  switch (flag.kind) {
    case 'boolean':
      return ' [true|false]'
    case 'enum':
      return ` <${flag.members.map((member) => String(member)).join('|')}>`
    case 'number':
      return ' <number>'
    case 'json':
      return ' <JSON>'
    case 'string':
      return ' <text>'
    case 'any':
      return ' <text or JSON>'
  }
}

function notes(flag: Flag): string {
  const parts = [flag.description === undefined ? '' : printableText(flag.description).replaceAll('\n', ' ')]
  if (flag.kind === 'enum') parts.push(`One of ${membersText(flag)}.`)
  if (flag.required) parts.push('Required.')
  return parts.filter((part) => part !== '').join(' ')
}
