/** The declarations of `.fw/types`, through which the framework's types know the app's. */
import type { AppModel } from '../model.ts'
import { quote } from '../validate/source-text.ts'

/** Files by their path below `.fw/types`. They hold types only, so that a stale one never breaks a running app. */
export function emitTypes(model: AppModel): Readonly<Record<string, string>> {
  return { 'register.d.ts': registerTypes(model) }
}

function registerTypes({ files, modules }: AppModel): string {
  const tools = modules.flatMap(({ file, apis }) =>
    apis.map(({ tool, exportName }) => `      ${quote(tool)}: (${typeOf(file)})[${quote(exportName)}]`),
  )
  const members = [
    ...(files.ctx === undefined ? [] : [`ctx: Awaited<ReturnType<(${typeOf(files.ctx)})['default']>>`]),
    ...(files.session === undefined ? [] : [`session: SessionData<(${typeOf(files.session)})['default']>`]),
    ...(tools.length === 0 ? [] : ['tools: {', ...tools.map((line) => line.slice(2)), '}']),
  ]
  return [
    '// Written by fw from the app’s sources. Do not edit: it is written again.',
    ...(files.session === undefined ? [] : ["import type { SessionData } from '@fw/runtime/server'"]),
    '',
    "declare module '@fw/runtime' {",
    '  interface Register {',
    ...members.map((line) => `    ${line}`),
    '  }',
    '}',
    '',
    'export {}',
    '',
  ].join('\n')
}

/** The type of a module, by its path from `.fw/types`. */
function typeOf(file: string): string {
  return `typeof import(${quote(`../../${file}`)})`
}
