import { findTsconfigFaults } from '#analyze/modules/tsconfig-faults.ts'
import { createRule } from '../rule.ts'

/** Reported by the check, and by the build and dev when a file fails to load because of it. */
export const invalidTsconfig = createRule({
  code: 'invalid-tsconfig',
  number: 1102,
  severity: 'error',
  title: "TypeScript configuration can't be read",
  messages: {
    file: 'It extends {target}, which doesn\'t exist. Correct the path, write the file, or remove it from "extends".',
    reference:
      'It refers to {target}, which doesn\'t exist. Correct the path, write the file, or remove it from "references".',
    package:
      'It extends "{target}", but the package isn\'t installed. Run npm install. If package.json doesn\'t list the package, add it: npm install --save-dev {package}.',
    syntax: "{target} isn't valid JSON from here on. Comments and commas at the end of a list are allowed.",
  },
  // An editor's TypeScript reports it itself.
  collect: ({ reader, openFile }) => (openFile === undefined ? findTsconfigFaults(reader.root) : []),
  check(facts, report) {
    for (const { problem, target, span } of facts) {
      const name = target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/')
      if (problem === 'package') report(problem, { span, data: { target, package: name } })
      else report(problem, { span, data: { target } })
    }
  },
})
