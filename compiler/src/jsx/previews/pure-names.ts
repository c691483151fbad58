/**
 * Names of JavaScript's own functions and values that the `run` of a preview may use: they compute a result from data, change
 * at most the object that they are called on, and return the same result for the same data.
 */

/** Classes of data. */
const DATA = [Array, String, Number, Boolean, BigInt, Map, Set, Date, RegExp]

/** Methods of data. */
export const METHODS: ReadonlySet<string> = new Set(
  DATA.flatMap(listFunctions).filter((name) => name !== 'constructor'),
)

/** Members of data and functions that aren't data, or depend on the caller. Code of a preview reads none of them as a value. */
export const BUILT_IN: ReadonlySet<string> = new Set([
  ...[...DATA, Object, Function, Error, Promise].flatMap(listFunctions),
  ...words('__proto__ prototype caller callee arguments stack'),
])

/** Methods of data that change it. */
export const CHANGING: ReadonlySet<string> = new Set(
  words('push pop shift unshift splice sort reverse fill copyWithin set add delete clear'),
)

/** Methods that call the function that they receive first. */
export const ITERATING: ReadonlySet<string> = new Set(
  words('map flatMap filter forEach find findIndex findLast findLastIndex some every reduce reduceRight sort toSorted'),
)

/** Methods and static functions that call the function that they may receive as another argument. */
export const CALLBACKS: ReadonlySet<string> = new Set(words('replace replaceAll from groupBy'))

/** Methods that return an index. */
export const INDEXES: ReadonlySet<string> = new Set(words('findIndex findLastIndex indexOf lastIndexOf'))

/** Methods that return a text of the length that they receive. */
export const SIZED: ReadonlySet<string> = new Set(words('repeat padStart padEnd'))

/** Global functions. */
export const CALLS: ReadonlySet<string> = new Set(
  words(`Number String Boolean BigInt parseInt parseFloat isNaN isFinite structuredClone
    encodeURI encodeURIComponent decodeURI decodeURIComponent`),
)

/** Global functions that return a number. */
export const NUMBERS: ReadonlySet<string> = new Set(words('Number parseInt parseFloat'))

/** Global classes. `new Date()` needs an argument. */
export const CLASSES: ReadonlySet<string> = new Set(words('Map Set Date Error TypeError RangeError'))

/** Static functions of global objects. `Date.now` and `Math.random` return another value each time. */
export const STATICS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Array: 'isArray from of',
    Date: 'parse UTC',
    JSON: 'parse stringify',
    Map: 'groupBy',
    Math: `abs ceil floor round trunc sign min max pow sqrt cbrt hypot exp expm1 log log1p log2 log10 sin cos tan asin acos
      atan atan2 sinh cosh tanh asinh acosh atanh clz32 fround imul`,
    Number: 'isFinite isInteger isNaN isSafeInteger parseFloat parseInt',
    Object: 'keys values entries fromEntries hasOwn is assign groupBy',
    String: 'fromCharCode fromCodePoint',
  }).map(([owner, names]) => [owner, new Set(words(names))]),
)

function words(text: string): readonly string[] {
  return text.split(/\s+/)
}

function listFunctions({ prototype }: { readonly prototype: object }): readonly string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === 'function' ? [name] : [],
  )
}
