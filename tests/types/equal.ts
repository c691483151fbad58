/** Exact type equality: `any` equals only itself, and optional is not `| undefined`. */
export type Equal<Actual, Expected> =
  (<T>() => T extends Actual ? 1 : 2) extends <T>() => T extends Expected ? 1 : 2 ? true : false

/** Fails to compile unless the two types are the same: `expectType<Actual, Expected>(true)`. */
export function expectType<Actual, Expected>(same: Equal<Actual, Expected>): void {
  if (!same) throw new Error('unreachable: the parameter has no other value')
}
