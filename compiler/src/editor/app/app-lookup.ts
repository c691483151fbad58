/** Finds the meaning of a declaration, a call or a name of an app, for hovers and other requests at a position. */
import { readDefinition, type WrittenDefinition } from '#analyze/apis/api-definition.ts'
import { joinTypes } from '#analyze/contracts/typed-files.ts'
import { COMPONENTS } from '#analyze/pages/components.ts'
import type { Read } from '#engine/query.ts'
import type { ApiModel, ComponentModel, IntentModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { relative } from '#slash-path.ts'
import { APP_NAMES } from './app-names.ts'
import { readApiModule, readTypedParts } from './read-open-file.ts'

/** An intent with the fields of its literal definition. */
export interface FoundIntent {
  readonly intent: IntentModel
  readonly fields: WrittenDefinition['fields']
}

export interface AppLookup {
  /** Returns the api that this declaration defines, with its contract, or `undefined` for any other declaration. */
  apiAt(program: ts.Program, declaration: ts.Declaration): ApiModel | undefined
  /** Returns the intent that this call creates, with its contract, or `undefined` for any other call. */
  intentAt(program: ts.Program, call: ts.CallExpression): FoundIntent | undefined
  /** Returns the exported component that this declaration defines. */
  componentAt(program: ts.Program, declaration: ts.Declaration): ComponentModel | undefined
  /** Returns the api with this name, such as `api.shop.search`, with its contract. */
  apiNamed(program: ts.Program, tool: string): ApiModel | undefined
}

/** Creates the lookup. `root` is absolute, with `/`. */
export function lookUpIn(readAt: (program: ts.Program) => Read, tsModule: typeof ts, root: string): AppLookup {
  const getFile = (node: ts.Node) => relative(root, node.getSourceFile().fileName)
  const listComponents = (program: ts.Program, file: string) => readAt(program)(COMPONENTS, file).components
  return {
    apiAt(program, declaration) {
      const source = declaration.getSourceFile()
      const start = tsModule.isVariableDeclaration(declaration) ? declaration.name.getStart(source) : -1
      return readApiModule(readAt(program), getFile(declaration))?.apis.find(({ span }) => span.start === start)
    },
    intentAt(program, call) {
      const file = getFile(call)
      const own = listComponents(program, file)
      const start = call.getStart()
      if (!own.some(({ intents }) => intents.some(({ span }) => span.start === start))) return undefined
      const { components } = joinTypes(readTypedParts(readAt(program), file), own)
      const intent = components.flatMap(({ intents }) => intents).find(({ span }) => span.start === start)
      const { fields } = readDefinition(tsModule, program.getTypeChecker(), call, call.arguments[1])
      return intent && { intent, fields }
    },
    componentAt(program, declaration) {
      const start = findStatement(tsModule, declaration)?.getStart()
      const here = listComponents(program, getFile(declaration)).filter(({ span }) => span.start === start)
      const { name } = declaration as ts.NamedDeclaration // an exported expression has none
      const text = name && tsModule.isIdentifier(name) ? name.text : 'default'
      return (
        here.find((one) => one.name === text || one.exportName === text) ?? (here.length === 1 ? here[0] : undefined)
      )
    },
    apiNamed(program, tool) {
      const read = readAt(program)
      const file = read(APP_NAMES).modules.find(({ apis }) => apis.some((one) => one.tool === tool))?.file
      return file === undefined ? undefined : readApiModule(read, file)?.apis.find((one) => one.tool === tool)
    },
  }
}

/** Returns the top-level statement that contains this declaration, or `undefined` for nested declarations. */
function findStatement(tsModule: typeof ts, declaration: ts.Declaration): ts.Node | undefined {
  const statement = tsModule.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return statement.parent !== undefined && tsModule.isSourceFile(statement.parent) ? statement : undefined
}
