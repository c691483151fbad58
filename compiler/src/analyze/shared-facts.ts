/** What several rules read of an app, or a rule and the model. */
import { defineQuery } from '../engine/query.ts'
import type { RouteModel } from '../model.ts'
import { type AnalyzedApp, oncePerApp } from './analyzed-app.ts'
import { type AnalyzedTags, analyzeCacheTags } from './apis/cache-tags.ts'
import type { ContractFact } from './apis/contract-fact.ts'
import { listEveryComponent } from './app-client-graph.ts'
import { OUTLINE } from './app-outline.ts'
import { type AnalyzedForms, analyzeForms } from './forms/form-fields.ts'
import { SYNTAX_ERRORS } from './modules/syntax-errors.ts'
import { COMPONENT_FILE } from './pages/analyzed-components.ts'
import { ALL_COMPONENTS } from './pages/components.ts'
import { collectIntentCalls } from './pages/intents.ts'
import { type AnalyzedRouteModules, analyzeRouteModules } from './pages/route-modules.ts'
import { type AnalyzedMessages, analyzeMessages } from './texts/messages.ts'

/** Returns the problems of all contracts. */
export const listContracts = oncePerApp((app): readonly ContractFact[] =>
  app.contractFiles.flatMap(({ facts }) => facts.contracts),
)

/** Returns the routes whose files are read: in an editor that of the open file. */
export const listOpenRoutes = oncePerApp(({ outline: { routes, routesDir }, openFile }): readonly RouteModel[] =>
  routes.routes.filter(({ filePath }) => openFile === undefined || `${routesDir}/${filePath}` === openFile),
)

/** Returns the component files with syntax errors. */
export const getBrokenFiles = oncePerApp(
  ({ reader }): ReadonlySet<string> => new Set(reader.read(ALL_COMPONENTS).syntax.map(({ span }) => span.file)),
)

/** Returns whether all files could be parsed: a file with a syntax error may define any tool, and use any tag. */
export function isWhole({ reader }: AnalyzedApp): boolean {
  return reader.read(IS_WHOLE)
}

const IS_WHOLE = defineQuery('whole app', (read) => {
  const isCorrect = (file: string) => read(SYNTAX_ERRORS, file).length === 0
  return (
    read(ALL_COMPONENTS).syntax.length === 0 && read(OUTLINE).apiFiles.collected.every(({ file }) => isCorrect(file))
  )
})

/** Returns the files whose components and markup are checked: in an editor the open one and those of its tools. */
export const listComponentFiles = oncePerApp(
  ({ around, files }): readonly string[] => around?.files ?? files().filter((file) => COMPONENT_FILE.test(file)),
)

/** Returns the calls of `intent()` in components. */
export const getIntents = oncePerApp((app) =>
  collectIntentCalls(app.reader, listComponentFiles(app), listEveryComponent(app)),
)

export const getMessages = oncePerApp((app): AnalyzedMessages => {
  const { reader, outline, openFile, resolveImport, files } = app
  const { i18n: file, client: clientEntry } = outline.conventions.files
  return analyzeMessages(reader, {
    file,
    components: listEveryComponent(app),
    clientEntry,
    resolveImport,
    files,
    openFile,
  })
})

export const getCacheTags = oncePerApp((app): AnalyzedTags => {
  const { reader, outline, modules, files, openFile } = app
  const { routes, routesDir } = outline
  return analyzeCacheTags(reader, {
    files,
    pages: routes.routes.flatMap(({ kind, filePath }) => (kind === 'page' ? [`${routesDir}/${filePath}`] : [])),
    modules: modules.map(({ model }) => model),
    isBroken: !isWhole(app),
    openFile,
  })
})

export const getForms = oncePerApp(
  ({ reader, modules, files, resolveImport, openFile, moduleOf }): AnalyzedForms =>
    analyzeForms(reader, {
      files: (openFile === undefined ? files() : [openFile]).filter((file) => COMPONENT_FILE.test(file)),
      resolveImport,
      moduleOf: moduleOf ?? ((file) => modules.find(({ model }) => model.file === file)?.model),
    }),
)

/** Returns what is wrong with the exports of route files. */
export const getRouteModules = oncePerApp((app): AnalyzedRouteModules => {
  const { routesDir, conventions } = app.outline
  return analyzeRouteModules(app.reader, routesDir, listOpenRoutes(app), getBrokenFiles(app), conventions.matchers)
})
