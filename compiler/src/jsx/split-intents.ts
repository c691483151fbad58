/**
 * `compiler.splitIntents`: in a browser the `run` of an intent is a separate file, which is loaded when it is needed.
 * The component passes the variables that `run` captures, with their values at the time of the call.
 */
import { type NodePath, template, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { contractName } from './contract-names.ts'
import { splitRunId } from './split-run-id.ts'
import { readRuns, type SplitRun } from './split-runs.ts'

/**
 * Replaces every `run` that can be split. `local`: local name of the runtime's `splitRun`. Returns whether there was
 * one.
 */
export function splitIntents(
  program: NodePath<types.Program>,
  components: readonly ComponentModel[],
  { file, local }: { readonly file: string; readonly local: string },
): boolean {
  const runs = readRuns(program, components).filter(({ problems }) => problems.length === 0)
  for (const { tool, member, captures } of runs) {
    const split = SPLIT({
      SPLIT_RUN: types.identifier(local),
      ID: types.stringLiteral(splitRunId(file, contractName(tool))),
      CAPTURED: types.arrayExpression(captures.map((name) => types.identifier(name))),
    })
    member.replaceWith(types.objectProperty(types.identifier('run'), split))
  }
  // Imports that only the runs used are removed.
  if (runs.length > 0) program.scope.crawl()
  return runs.length > 0
}

const SPLIT = template.expression('SPLIT_RUN(() => import(ID), () => CAPTURED)')

/** Reduces the module to the file of one run. Throws if the module has no inline run with that name. */
export function keepRun(program: NodePath<types.Program>, components: readonly ComponentModel[], name: string): void {
  const found = readRuns(program, components).find(({ tool }) => contractName(tool) === name)
  if (found === undefined) throw new Error(`The module has no intent "${name}" with an inline run.`)
  const captured = types.arrayPattern(found.captures.map((capture) => types.identifier(capture)))
  program.node.body = [
    ...found.imports.flatMap(createImport),
    types.exportDefaultDeclaration(types.arrowFunctionExpression([captured], createFunction(found.run))),
  ]
  program.node.directives = []
  program.scope.crawl()
}

function createImport({ path }: SplitRun['imports'][number]): types.ImportDeclaration[] {
  const { node, parent } = path
  if (parent.type !== 'ImportDeclaration') return []
  const isSpecifier =
    types.isImportSpecifier(node) || types.isImportDefaultSpecifier(node) || types.isImportNamespaceSpecifier(node)
  return isSpecifier ? [types.importDeclaration([node], parent.source)] : []
}

function createFunction(run: SplitRun['run']): types.Expression {
  const { node } = run
  if (node.type !== 'ObjectMethod') return node
  const { params, body, generator, async } = node
  // A method has the same kinds of parameters as a function.
  return types.inherits(
    types.functionExpression(null, params as types.FunctionParameter[], body, generator, async),
    node,
  )
}
