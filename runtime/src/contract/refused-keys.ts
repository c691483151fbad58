/** Own keys that no input may have, wherever they stand: the names through which prototypes are polluted. */
export const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
