/** A language service that adds the framework's knowledge to TypeScript's results. */
import type { EditorProject } from '../editor/app/editor-project.ts'
import { type AppFile, type EditorSession, openSession } from '../editor/app/editor-session.ts'
import { findDefinition } from '../editor/features/definition.ts'
import { hoverAt } from '../editor/features/hover.ts'
import type { ts } from '../program/typescript.ts'
import { codeFixes, combineFixes, fixableCodes, isOurFix } from './code-fixes.ts'
import { addCompletions, describeName } from './completions.ts'
import { toEditorDiagnostic } from './editor-diagnostic.ts'
import { createTsserverProject } from './tsserver-project.ts'

type Service = ts.LanguageService

/** Data that the overrides share. */
interface Decoration {
  readonly ts: typeof ts
  readonly base: Service
  readonly session: EditorSession
  readonly project: EditorProject
  /**
   * Returns the result of `add` for a file of an app; returns `answer` for all other files, and if `add` throws, which
   * is logged once.
   */
  extend<Result>(request: string, fileName: string, result: Result, add: (open: AppFile) => Result): Result
}

/** Decorates the service. `info` is tsserver's argument for a plugin in one project. */
export function decorateService(tsModule: typeof ts, info: ts.server.PluginCreateInfo): Service {
  const project = createTsserverProject(tsModule, info)
  const session = openSession(project)
  const base = info.languageService
  const logged = new Set<string>()
  const decoration: Decoration = {
    ts: tsModule,
    base,
    session,
    project,
    extend(request, fileName, result, add) {
      const meter = project.meter()
      try {
        const open = session.open(fileName)
        return open === undefined ? result : add(open)
      } catch (error) {
        if (error instanceof tsModule.OperationCanceledException) throw error
        // An error in the plugin must never cost the user TypeScript's own result.
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
        // The error would repeat with every key: each position is logged once.
        const place = `${request} ${text.match(/^ +at .*$/gm)?.join() ?? text}`
        if (!logged.has(place)) project.log(() => `${request} failed in ${fileName}: ${text}`)
        logged.add(place)
        return result
      } finally {
        meter(request)
      }
    },
  }
  return {
    ...base,
    ...decorateDiagnostics(decoration),
    ...decorateFixes(decoration),
    ...decorateQuickInfo(decoration),
    ...decorateCompletions(decoration),
    ...decorateDefinition(decoration),
    dispose() {
      try {
        session.close()
      } finally {
        base.dispose()
      }
    },
  }
}

function decorateDiagnostics({
  ts,
  base,
  session,
  project,
  extend,
}: Decoration): Pick<Service, 'getSemanticDiagnostics'> {
  return {
    getSemanticDiagnostics(fileName) {
      const meter = project.meter()
      const result = base.getSemanticDiagnostics(fileName)
      meter("TypeScript's getSemanticDiagnostics")
      return extend('getSemanticDiagnostics', fileName, result, (open) => {
        const { app, program, source } = open
        return [
          ...result,
          ...session.findings(open).map((one) => toEditorDiagnostic(ts, program, app.root, source, one)),
        ]
      })
    },
  }
}

type Fixing = Pick<Service, 'getSupportedCodeFixes' | 'getCodeFixesAtPosition' | 'getCombinedCodeFix'>

function decorateFixes({ base, session, project, extend }: Decoration): Fixing {
  return {
    getSupportedCodeFixes: (fileName) => [...new Set([...base.getSupportedCodeFixes(fileName), ...fixableCodes()])],
    getCodeFixesAtPosition(fileName, start, end, errorCodes, ...rest) {
      const ours = extend('getCodeFixesAtPosition', fileName, [], (open) =>
        codeFixes(open.app.root, session.findings(open), open.file, { start, end }, errorCodes),
      )
      for (const { action } of ours)
        for (const { fileName } of action.changes) if (!/\.[cm]?[jt]sx?$/.test(fileName)) project.admit(fileName)
      // TypeScript has codes with the same numbers: its fixes aren't requested for the plugin's.
      const left = errorCodes.filter((code) => !ours.some((fix) => fix.code === code))
      const theirs = left.length === 0 ? [] : base.getCodeFixesAtPosition(fileName, start, end, left, ...rest)
      return [...ours.map(({ action }) => action), ...theirs]
    },
    getCombinedCodeFix(scope, fixId, ...rest) {
      if (!isOurFix(fixId)) return base.getCombinedCodeFix(scope, fixId, ...rest)
      return extend<ts.CombinedCodeActions>('getCombinedCodeFix', scope.fileName, { changes: [] }, (open) => ({
        changes: combineFixes(open.app.root, session.findings(open), fixId),
      }))
    },
  }
}

function decorateQuickInfo({ ts, base, session, extend }: Decoration): Pick<Service, 'getQuickInfoAtPosition'> {
  return {
    getQuickInfoAtPosition(fileName, position, ...rest) {
      const result = base.getQuickInfoAtPosition(fileName, position, ...rest)
      return extend('getQuickInfoAtPosition', fileName, result, (open) => {
        const hover = hoverAt(ts, session, open, position)
        if (hover === undefined) return result
        // TypeScript has no information about a string.
        const shown = result ?? textInfo(ts, hover.node)
        const before = shown.documentation ?? []
        const gap = before.length === 0 ? '' : '\n\n'
        return { ...shown, documentation: [...before, { kind: 'text', text: gap + hover.text }] }
      })
    },
  }
}

function textInfo(tsModule: typeof ts, node: ts.Node): ts.QuickInfo {
  const start = node.getStart()
  return {
    kind: tsModule.ScriptElementKind.string,
    kindModifiers: '',
    textSpan: { start, length: node.end - start },
    displayParts: [{ kind: 'stringLiteral', text: node.getText() }],
  }
}

type Completing = Pick<Service, 'getCompletionsAtPosition' | 'getCompletionEntryDetails'>

function decorateCompletions({ ts, base, extend }: Decoration): Completing {
  return {
    getCompletionsAtPosition(fileName, position, ...rest) {
      const result = base.getCompletionsAtPosition(fileName, position, ...rest)
      return extend('getCompletionsAtPosition', fileName, result, (open) => addCompletions(ts, open, position, result))
    },
    getCompletionEntryDetails(fileName, position, name, ...rest) {
      const result = base.getCompletionEntryDetails(fileName, position, name, ...rest)
      if (result !== undefined) return result
      return extend('getCompletionEntryDetails', fileName, result, (open) => describeName(ts, open, position, name))
    },
  }
}

function decorateDefinition({ ts, base, extend }: Decoration): Pick<Service, 'getDefinitionAndBoundSpan'> {
  return {
    getDefinitionAndBoundSpan(fileName, position) {
      const result = base.getDefinitionAndBoundSpan(fileName, position)
      return extend('getDefinitionAndBoundSpan', fileName, result, (open) => {
        const found = findDefinition(ts, open, position)
        if (found === undefined) return result
        const name = open.source.text.slice(found.start, found.end)
        const definitions = found.targets.map(
          (span): ts.DefinitionInfo => ({
            fileName: `${open.app.root}/${span.file}`,
            textSpan: { start: span.start, length: span.end - span.start },
            kind: ts.ScriptElementKind.string,
            name,
            containerKind: ts.ScriptElementKind.unknown,
            containerName: '',
          }),
        )
        const textSpan = { start: found.start, length: found.end - found.start }
        return { textSpan, definitions: [...(result?.definitions ?? []), ...definitions] }
      })
    },
  }
}
