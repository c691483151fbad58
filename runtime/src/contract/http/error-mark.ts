/**
 * Member of every `FwError` and of every error of a stub. The symbol is global, because a process can contain two copies of
 * this package.
 */
export const FW_ERROR: unique symbol = Symbol.for('fw.error') as never
