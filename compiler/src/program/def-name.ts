/** Names of shared and recursive types in `$defs`. */
import { perChecker } from './per-checker.ts'
import type { ts } from './typescript.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

/** Returns the type's own name with its arguments, or else a name from its position; unique among `taken`. */
export function chooseName(
  context: Context,
  type: ts.Type,
  path: string,
  taken: { readonly has: (name: string) => boolean },
): string {
  const base = nameOf(context, type) ?? nameOfPlace(path)
  let name = base
  for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
  return name
}

/** Returns the type's own name, or `undefined` for an unnamed type. */
export const nameOf = perChecker((context: Context, type: ts.Type): string | undefined => {
  const symbol = type.aliasSymbol ?? (type.symbol as ts.Symbol | undefined)
  if (symbol === undefined || !/^[A-Za-z$_][\w$]*$/.test(symbol.name) || symbol.name.startsWith('__')) return undefined
  const args = type.aliasSymbol ? type.aliasTypeArguments : typeArguments(context, type)
  const names = (args ?? []).map((argument) => nameOf(context, argument) ?? printType(context, argument))
  return (
    [symbol.name.replaceAll('$', ''), ...names]
      .filter((part) => part !== '')
      .join('_')
      .slice(0, 80) || undefined
  )
})

function typeArguments({ ts, checker }: Context, type: ts.Type): readonly ts.Type[] {
  if ((type.flags & ts.TypeFlags.Object) === 0) return []
  if (((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) === 0) return []
  return checker.getTypeArguments(type as ts.TypeReference).filter((argument) => argument !== type)
}

function printType({ ts, checker }: Context, type: ts.Type): string {
  // Printing a type is slow, and most arguments are one of these.
  if (type.flags & ts.TypeFlags.String) return 'string'
  if (type.flags & ts.TypeFlags.Number) return 'number'
  if (type.isStringLiteral() && /^[A-Za-z0-9]+$/.test(type.value)) return type.value
  return checker
    .typeToString(type)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}

function nameOfPlace(path: string): string {
  const word = [...path.matchAll(/[A-Za-z]\w*/g)].at(-1)?.[0] ?? 'value'
  return word.charAt(0).toUpperCase() + word.slice(1)
}
