import { createRule } from '../diagnostic/rule.ts'

/** Reported by the check, and of what a bundle or the dev server could not load. Editors leave it to TypeScript. */
export const unresolvedImport = createRule({
  code: 'unresolved-import',
  number: 1099,
  severity: 'error',
  title: 'An import leads nowhere',
  messages: {
    file: 'There is no file {target}, which is imported as "{specifier}". Correct the path, or write the file.',
    nearFile: 'There is no file {target}, which is imported as "{specifier}". Did you mean "{nearest}"?',
    package:
      'No package "{target}" is installed, and package.json asks for none. If that is its name, add it: npm install {target}.',
    nearPackage:
      'No package "{target}" is installed. Did you mean "{nearest}", which package.json asks for? Otherwise add it: npm install {target}.',
    declared: 'package.json asks for "{target}", and it is not installed. Run npm install.',
    entry:
      'The package "{target}" is installed and offers no "{specifier}". Import what the exports of its package.json list, or install a version that has it.',
    nearEntry: 'The package "{target}" is installed and offers no "{specifier}". Did you mean "{nearest}"?',
    alias:
      'Nothing says where "{specifier}" leads. Import a file by a path that begins with ./ or ../, or name it in the imports of package.json, as "#{target}".',
  },
  check({ failedImports }, report) {
    for (const { problem, specifier, target, nearest, span } of failedImports) {
      const data = { specifier, target }
      if (nearest === undefined || problem === 'declared' || problem === 'alias') report(problem, { span, data })
      else report(NEAR[problem], { span, data: { ...data, nearest } })
    }
  },
})

const NEAR = { file: 'nearFile', package: 'nearPackage', entry: 'nearEntry' } as const
