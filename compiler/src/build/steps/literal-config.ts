/** Recognizes configuration files whose value is known without running them: running one loads Vite. */
import { readFileSync } from 'node:fs'

/**
 * Returns whether the module only exports literal values, maybe in `defineConfig`. Such a file has the same value
 * whenever it runs.
 */
export async function isLiteralConfig(file: string): Promise<boolean> {
  const { parseSync } = await import('vite')
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  return errors.length === 0 && areLiteral(program.body)
}

/** Kinds of nodes that neither read a variable nor run code. Names are those of members and imports. */
const LITERAL = new Set([
  'ImportDeclaration',
  'ExportDefaultDeclaration',
  'ObjectExpression',
  'ArrayExpression',
  'Property',
  'Literal',
  'TemplateLiteral',
  'TemplateElement',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
])

interface SyntaxNode {
  readonly type: string
  readonly [part: string]: unknown
}

function isLiteral(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
      return isNode(node.source) && node.source.value === CONFIG_PACKAGE
    case 'CallExpression':
      return isDefinition(node.callee) && areLiteral(node.arguments)
    case 'Property':
      return node.computed !== true && node.method !== true && node.shorthand !== true && areLiteral([node.value])
    case 'Literal':
      return !('regex' in node) && !('bigint' in node)
    case 'TemplateLiteral':
      return areLiteral(node.expressions)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return areLiteral([node.expression])
    default:
      return LITERAL.has(node.type) && areLiteral(Object.values(node).flat())
  }
}

const CONFIG_PACKAGE = '@fw/runtime'

function isDefinition(callee: unknown): boolean {
  return isNode(callee) && callee.type === 'Identifier' && callee.name === 'defineConfig'
}

function areLiteral(parts: unknown): boolean {
  return Array.isArray(parts) && parts.every((part) => !isNode(part) || isLiteral(part))
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
