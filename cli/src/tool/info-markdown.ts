/**
 * Formats the report of `fw info` as Markdown. Names and reasons of MCP servers are untrusted content, so markup in
 * them is escaped.
 */
import { printableText } from '../printable-text.ts'
import type { InfoReport } from './info.ts'
import type { RemoteReport, RemoteToolReport } from './info-remote.ts'

export function infoMarkdown(report: InfoReport): string {
  const {
    app,
    versions,
    config,
    models,
    integrations,
    files,
    apis,
    routes,
    endpoints,
    addresses,
    schedules,
    remote,
    problem,
  } = report
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Versions', table(['package', 'version'], Object.entries(versions))],
    ['Configuration', ['```json', JSON.stringify(config, undefined, 2), '```']],
    [
      'Models',
      [
        `The list prices are of ${models.pricesDate}.`,
        '',
        ...table(['provider', 'default model'], Object.entries(models.defaults)),
      ],
    ],
    ['Integrations', table(['package', 'version'], Object.entries(integrations))],
    ['Files', table(['what', 'file'], [...Object.entries(files), ...apis.map((file) => ['api', file] as const)])],
    [
      'Routes',
      table(
        ['route', 'module', 'layouts'],
        routes.map(({ pattern, module, layouts }) => [pattern ?? '(error page)', module, layouts.join(', ')]),
      ),
    ],
    ...(endpoints.length === 0
      ? []
      : [
          [
            'Endpoints',
            table(
              ['endpoint', 'module'],
              endpoints.map(({ pattern = '', module }) => [pattern, module]),
            ),
          ] as const,
        ]),
    ...(addresses.length === 0 ? [] : [['Addresses of apis', addressLines(addresses)] as const]),
    ...(schedules.length === 0 ? [] : [['Schedules', scheduleLines(schedules)] as const]),
    ...remote.map((server): readonly [string, readonly string[]] => [
      `MCP server ${oneLine(server.name)}`,
      remoteLines(server),
    ]),
    ...(problem === undefined ? [] : [['Error', [printableText(problem)]] as const]),
  ]
  const title = [app.name ?? 'This app', app.version].filter((part) => part !== undefined).join(' ')
  return [`# ${title}`, ...sections.flatMap(([name, lines]) => ['', `## ${name}`, '', ...lines])].join('\n')
}

function addressLines(addresses: InfoReport['addresses']): readonly string[] {
  return table(
    ['address', 'api'],
    addresses.map(({ address, tool }) => [address, tool]),
  )
}

function scheduleLines(schedules: InfoReport['schedules']): readonly string[] {
  return table(
    ['schedule', 'when', 'timezone', 'while it runs', 'missed', 'next'],
    schedules.map(({ name, when, timezone, overlap, missed, next }) => [
      name,
      when,
      timezone,
      overlap,
      missed,
      next ?? 'never',
    ]),
  )
}

function remoteLines({ url, reachable, reason, tools }: RemoteReport): readonly string[] {
  const state = reachable ? 'responds' : `does not respond: ${oneLine(reason ?? '')}`
  const rows = tools.map((tool) => [tool.name ?? '', tool.tool, describeState(tool), PINS[tool.pin]])
  return [`${url} ${state}`, '', ...table(['tool', 'its own name', 'offered', 'description and schema'], rows)]
}

function describeState({ state, reason }: RemoteToolReport): string {
  if (state === 'refused') return `refused: ${reason}`
  return { offered: 'yes', filtered: 'no: include, exclude', unknown: '' }[state]
}

const PINS: Readonly<Record<RemoteToolReport['pin'], string>> = {
  pinned: 'matches mcp-tools.lock.json',
  changed: 'CHANGED since mcp-tools.lock.json was written',
  new: 'not in mcp-tools.lock.json',
  gone: 'in mcp-tools.lock.json, but removed from the server',
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return ['None.']
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}

/** Escapes a table cell, so that its content can't end it or add markup. */
function cell(text: string): string {
  return oneLine(text)
    .replaceAll('|', '\\|')
    .replace(/[<`[\]]/g, '\\$&')
}

function oneLine(text: string): string {
  return printableText(text).replace(/\s+/g, ' ')
}
