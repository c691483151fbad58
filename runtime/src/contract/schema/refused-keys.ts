/** Keys that no input may have at any depth, because they allow prototype pollution. */
export const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
