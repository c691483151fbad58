import { findFailedImports } from '#analyze/modules/failed-imports.ts'
import { listLoadedModules } from '#analyze/modules/loaded-modules.ts'
import { createRule } from '../rule.ts'

/** Reported by the check, by bundles and by the dev server. In editors TypeScript reports it. */
export const unresolvedImport = createRule({
  code: 'unresolved-import',
  number: 1099,
  severity: 'error',
  title: "Import can't be resolved",
  messages: {
    file: 'The file {target} doesn\'t exist, but is imported as "{specifier}". Correct the path, or create the file.',
    nearFile: 'The file {target} doesn\'t exist, but is imported as "{specifier}". Did you mean "{nearest}"?',
    package:
      'The package "{target}" isn\'t installed, and package.json doesn\'t list it. If the name is correct, add it: npm install {target}.',
    nearPackage:
      'The package "{target}" isn\'t installed. Did you mean "{nearest}", which package.json lists? Otherwise add it: npm install {target}.',
    declared: 'The package "{target}" isn\'t installed, but package.json lists it. Run npm install.',
    entry:
      'The package "{target}" is installed, but doesn\'t export "{specifier}". Import an entry of the exports in its package.json, or install a version that has it.',
    nearEntry: 'The package "{target}" is installed, but doesn\'t export "{specifier}". Did you mean "{nearest}"?',
    alias:
      'The import "{specifier}" isn\'t a path, a package or a defined alias. Import a file by a path that begins with ./ or ../, or define the alias in the imports of package.json, such as "#{target}".',
  },
  collect: (app) => (app.openFile === undefined ? findFailedImports(app.reader, listLoadedModules(app)) : []),
  check(facts, report) {
    for (const { problem, specifier, target, nearest, span } of facts) {
      const data = { specifier, target }
      if (nearest === undefined || problem === 'declared' || problem === 'alias') report(problem, { span, data })
      else report(NEAR[problem], { span, data: { ...data, nearest } })
    }
  },
})

const NEAR = { file: 'nearFile', package: 'nearPackage', entry: 'nearEntry' } as const
