/** Resolves names that are declared inside a function, by scopes. */
import type { ts } from '#program/typescript.ts'
import { unwrap } from './static-value.ts'

type Ts = typeof ts

/**
 * Returns the function that `name` refers to inside the enclosing function, `value` for anything else, or `undefined`
 * for names of the module.
 */
export function findLocal(ts: Ts, name: ts.Identifier): ts.Node | 'value' | undefined {
  for (let scope: ts.Node = name.parent; !ts.isSourceFile(scope); scope = scope.parent) {
    const found = findDeclaredIn(ts, scope, name.text)
    if (found !== undefined) return found
  }
  return undefined
}

function findDeclaredIn(ts: Ts, scope: ts.Node, name: string): ts.Node | 'value' | undefined {
  if (ts.isFunctionLike(scope)) return scope.parameters.some((one) => binds(ts, one.name, name)) ? 'value' : undefined
  if (ts.isForOfStatement(scope) || ts.isForInStatement(scope) || ts.isForStatement(scope))
    return scope.initializer && listDeclaredBy(ts, scope.initializer, name)
  if (ts.isCatchClause(scope))
    return scope.variableDeclaration && binds(ts, scope.variableDeclaration.name, name) ? 'value' : undefined
  if (!ts.isBlock(scope) && !ts.isCaseOrDefaultClause(scope)) return undefined
  for (const statement of scope.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement
    if (ts.isClassDeclaration(statement) && statement.name?.text === name) return 'value'
    const found = ts.isVariableStatement(statement) ? listDeclaredBy(ts, statement.declarationList, name) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function listDeclaredBy(ts: Ts, list: ts.ForInitializer, name: string): ts.Node | 'value' | undefined {
  if (!ts.isVariableDeclarationList(list)) return undefined
  for (const declaration of list.declarations) {
    if (!binds(ts, declaration.name, name)) continue
    const value = declaration.initializer && unwrap(ts, declaration.initializer)
    return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : 'value'
  }
  return undefined
}

function binds(ts: Ts, binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name
  return binding.elements.some((element) => !ts.isOmittedExpression(element) && binds(ts, element.name, name))
}
