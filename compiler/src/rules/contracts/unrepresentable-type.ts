import { createContractRule } from '../contract-rule.ts'

const KINDS = [
  'function',
  'symbol',
  'symbol-key',
  'promise',
  'regexp',
  'typed-array',
  'file',
  'built-in',
  'iterator',
  'overloads',
  'value-object',
  'package-class',
  'private-state',
  'accessor',
  'map-key',
  'type-parameter',
  'never',
  'undefined',
  'intersection',
  'index-conflict',
  'mapped',
  'deferred-keys',
  'brand',
  'too-many',
  'unsupported',
] as const

/** Types without a JSON form. Message ids are the problem kinds of the type walk. */
export const unrepresentableType = createContractRule({
  code: 'unrepresentable-type',
  number: 1009,
  severity: 'error',
  title: "Type in a contract can't be sent as JSON",
  messages: {
    function: '{where} is the function "{type}". Functions can\'t be sent; remove the member, or send its result.',
    symbol: '{where} is the symbol "{type}". Symbols can\'t be sent; use a string.',
    'symbol-key':
      '{where} has a symbol as its key, but JSON only has string keys. Give the member a name. A brand declares its symbol without a value, such as "declare const brand: unique symbol".',
    promise:
      '{where} is "{type}", a promise inside a value. Await it before you return it, and write the type of its result.',
    regexp: '{where} is a RegExp. Send its source as a string.',
    'typed-array': '{where} is "{type}". Send bytes as Uint8Array (base64), and numbers as number[].',
    file: '{where} is "{type}". Use { name: string; type: string; bytes: Uint8Array }, or Uint8Array for the bytes alone. A file field of a form fills either of them, and other callers send bytes as base64.',
    'built-in':
      '{where} is "{type}", which is or extends a built-in object that isn\'t plain data. Write an object type with the fields that you need.',
    iterator: '{where} is "{type}", which returns its values one by one. Collect them, and send an array.',
    overloads:
      '{where} depends on the overload of "run" that is called: "{type}". A tool has one signature: write a union where they differ, or name the types of the input and the output.',
    'value-object':
      '{where} is "{type}", an enum or module as a value. Write the name of the enum for one of its values, or an object type.',
    'package-class':
      '{where} is "{type}" of a package, which has methods or private state that can\'t be sent. Write an object type with the fields that you need.',
    'private-state':
      "{where} is private state of a class, which can't be sent. Write an interface with the public fields.",
    accessor:
      "{where} is an accessor of a class, which can't be sent. Write an interface, and copy the value into a plain field.",
    'map-key':
      '{where} is "{type}". Only maps with string keys become JSON objects; use Map<string, …> or an array of pairs.',
    'type-parameter':
      '{where} is the type parameter "{type}", which is unknown here. Write a concrete type, or constrain it with "extends".',
    never:
      '{where} is "never", so no value is valid. If the function always throws, write the type that it would return.',
    undefined: '{where} is "{type}". JSON has no undefined; make the member optional, or use null. {returns}',
    intersection: '{where} is "{type}", which has no possible value or no schema. Write one object type.',
    'index-conflict':
      '{where} is "{type}", which the index signature beside it doesn\'t allow. Write one object type with an index signature that includes it.',
    mapped:
      '{where} maps over the members of "{type}", which isn\'t a plain object. Leave it unchanged in the mapped type: "T extends {type} ? T : …".',
    'deferred-keys':
      '{where} is "{type}", a mapped type whose keys depend on a condition. Write the result of the conditional type in its place.',
    brand:
      '{where} is "{type}", but a primitive has no members of its own. Write an object with both values. The member of a brand begins with an underscore, such as "__brand".',
    'too-many':
      '{where} has more than a thousand options, one of them "{type}". Write string with an equivalent @pattern, or fewer options.',
    unsupported:
      '{where} is "{type}", which JSON Schema can\'t represent. Write it as an object, array, union or primitive.',
  },
  problems: KINDS,
  check(causes, report) {
    for (const { fact, where, finding } of causes) {
      const id = KINDS.find((kind) => kind === fact.problem) ?? 'unsupported'
      report(id, {
        ...finding,
        data: { where, type: fact.type, returns: fact.of === undefined ? API_RETURNS : PAGE_RETURNS },
      })
    }
  },
})

const API_RETURNS = 'An api always returns a value: its result, or null.'
const PAGE_RETURNS =
  'A function that never returns a value is valid. A function that sometimes returns a value must return null otherwise.'
