/** What an api is to its callers, for the hover on its name. */
import { API_PREFIX, wireName } from '@fw/runtime/contract'
import type { ApiModel } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import type { AppFile, EditorSession } from './editor-session.ts'
import { nodeAt } from './node-at.ts'

/** Markdown about the api that the name at `position` means; undefined where it means none. */
export function describeTool(
  tsModule: typeof ts,
  session: EditorSession,
  { program, source }: AppFile,
  position: number,
): string | undefined {
  const node = nodeAt(tsModule, source, position)
  if (!tsModule.isIdentifier(node)) return undefined
  const checker = program.getTypeChecker()
  const symbol = checker.getSymbolAtLocation(node)
  const target = symbol && symbol.flags & tsModule.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declaration = target?.valueDeclaration
  if (declaration === undefined) return undefined
  const api = session.open(declaration.getSourceFile().fileName)?.app.apiAt(program, declaration)
  return api && text(api)
}

function text(api: ApiModel): string {
  const facts = [
    `guard \`${api.guard}\``,
    ...(api.scopes.length > 0 ? [`scopes ${api.scopes.map((scope) => `\`${scope}\``).join(', ')}`] : []),
    ...(api.readonly ? ['readonly'] : []),
    ...(api.effect === undefined ? [] : [api.effect]),
  ]
  const path = `${API_PREFIX}${api.module}.${api.exportName}`
  return [
    `Tool \`${api.tool}\`: ${facts.join(', ')}`,
    '',
    `- HTTP \`POST ${path}\`${api.readonly ? `, \`GET ${path}?input=…\`` : ''}`,
    `- MCP \`${wireName(api.tool)}\``,
    `- \`fw run ${[api.tool, ...requiredFlags(api)].join(' ')}\``,
    '',
    ...inputLines(api),
  ].join('\n')
}

/** `fw run` takes a property's own name as its flag. */
function requiredFlags({ input }: ApiModel): readonly string[] {
  return input.source === 'type' ? (input.schema.required ?? []).map((name) => `--${name} …`) : []
}

function inputLines({ input }: ApiModel): string[] {
  if (input.source === 'none') return ['Takes no input.']
  if (input.source !== 'type') return ['The input schema is made when the app runs.']
  const lines = JSON.stringify(input.schema, null, 2).split('\n')
  const shown = lines.length > LINES ? [...lines.slice(0, LINES), '…'] : lines
  return ['Input:', '```json', ...shown, '```']
}

const LINES = 40
