/** Describes the parts of an app in Markdown. */
import { API_PREFIX, wireName } from '@fw/runtime/contract'
import type { ApiModel, ComponentModel, ContractModel } from '#model.ts'
import type { FoundIntent } from '../app/app-lookup.ts'

export function aboutApi(api: ApiModel): string {
  const path = `${API_PREFIX}${api.module}.${api.exportName}`
  return [
    `Tool \`${api.tool}\`: ${describeFields(api)}`,
    '',
    `- HTTP \`POST ${path}\`${api.readonly ? `, \`GET ${path}?input=…\`` : ''}`,
    ...(api.http === undefined ? [] : [`- HTTP \`${api.http.address}\``]),
    `- MCP \`${wireName(api.tool)}\``,
    `- \`fw run ${[api.tool, ...listRequiredFlags(api)].join(' ')}\``,
    '',
    ...inputLines(api.input),
  ].join('\n')
}

export function aboutIntent({ intent, fields }: FoundIntent): string {
  return [
    ...(intent.description === undefined ? [] : [intent.description, '']),
    `Tool \`${intent.tool}\` of the pages that show it: ${describeFields(fields)}`,
    '',
    ...inputLines(intent.input),
  ].join('\n')
}

export function aboutComponent({ name, file, island, reasons, intents }: ComponentModel): string {
  const tools = intents.map(({ tool }) => `\`${tool}\``).join(', ')
  const because = reasons.map((reason) => `- ${reason}`)
  const lines = island
    ? [`\`${name}\` is an island because of:`, '', ...because, '', 'A browser loads its code.']
    : reasons.length === 0
      ? [`\`${name}\` is static: nothing in ${file} needs a browser. The browser receives its HTML and no code.`]
      : [
          `\`${name}\` is static, although it contains:`,
          '',
          ...because,
          '',
          'The browser receives its HTML and no code.',
        ]
  return [...lines, ...(tools === '' ? [] : ['', `Tools: ${tools}`])].join('\n')
}

/** Returns the guard and scopes in one line, without Markdown. */
export function printDefinition(fields: FoundIntent['fields']): string {
  return describeFields(fields).replaceAll('`', '')
}

function describeFields({ guard, scopes, readonly, effect }: FoundIntent['fields']): string {
  return [
    `guard \`${guard}\``,
    ...(scopes.length > 0 ? [`scopes ${scopes.map((scope) => `\`${scope}\``).join(', ')}`] : []),
    ...(readonly ? ['readonly'] : []),
    ...(effect === undefined ? [] : [effect]),
  ].join(', ')
}

/** `fw run` uses a property's own name as its flag. */
function listRequiredFlags({ input }: ApiModel): readonly string[] {
  return input.source === 'type' ? (input.schema.required ?? []).map((name) => `--${name} …`) : []
}

function inputLines(input: ContractModel): string[] {
  if (input.source === 'none') return ['Takes no input.']
  // The editor derives no types of schemas: see `deriveSide`.
  if (input.source !== 'type') return ['The `input` schema of the definition describes the input.']
  const lines = JSON.stringify(input.schema, null, 2).split('\n')
  const shown = lines.length > LINES ? [...lines.slice(0, LINES), '…'] : lines
  return ['Input:', '```json', ...shown, '```']
}

const LINES = 40
