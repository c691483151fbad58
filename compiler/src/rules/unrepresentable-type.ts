import { causesOf } from '../diagnostic/by-cause.ts'
import { createRule } from '../diagnostic/rule.ts'

/** Types without a JSON form (decisions: Not representable). Message ids are the problem kinds of the type walk. */
export const unrepresentableType = createRule({
  code: 'unrepresentable-type',
  number: 1009,
  severity: 'error',
  title: 'A contract has a type that JSON cannot carry',
  messages: {
    function: '{where} is the function "{type}". Functions cannot be sent; leave the member out, or send its result.',
    symbol: '{where} is the symbol "{type}". Symbols cannot be sent; use a string.',
    'symbol-key':
      '{where} has a symbol as its key, and JSON has string keys alone. Give the member a name; a brand declares its symbol without a value, as in "declare const brand: unique symbol".',
    promise:
      '{where} is "{type}", a promise inside a value. Await it before it is returned, and write the type that it resolves to.',
    regexp: '{where} is a RegExp. Send its source as a string.',
    'typed-array': '{where} is "{type}". Bytes travel as Uint8Array (base64); send numbers as number[].',
    file: '{where} is "{type}". A file travels as { name: string; type: string; bytes: Uint8Array }, or as its bytes alone: a file field of a form fills either, and other callers send bytes as base64.',
    'built-in':
      '{where} is "{type}", a built-in object that is no plain data. Write an object type with the fields that you need.',
    iterator: '{where} is "{type}", which gives its values one by one. Collect them, and send an array.',
    overloads:
      '{where} depends on which overload of "run" is called: "{type}". A tool has one signature; write one with a union where they differ, or name the types of the input and the output.',
    'value-object':
      '{where} is "{type}", an enum or module as a value. Write the name of the enum for one of its values, or the object type that is meant.',
    'package-class':
      '{where} is "{type}" of a package, which has methods or private state that JSON does not carry. Write an object type with the fields that you need.',
    'private-state':
      '{where} is private state of a class, which would be lost on the wire. Write an interface with the public fields.',
    accessor:
      '{where} is an accessor of a class, which JSON does not carry. Write an interface, and copy the value into a plain field.',
    'map-key':
      '{where} is "{type}". Only maps with string keys become JSON objects; use Map<string, …> or an array of pairs.',
    'type-parameter':
      '{where} is the type parameter "{type}", of which nothing is known here. Write the type that is meant, or constrain it with "extends".',
    never: '{where} is "never", so no value fits. If it always throws, say what it would return.',
    undefined: '{where} is "{type}". JSON has no undefined; make the member optional, or use null. {returns}',
    intersection: '{where} is "{type}", which no value or no schema fits. Write the type that is meant as one object.',
    'index-conflict':
      '{where} is "{type}", which an index signature beside it does not allow. Write one object type whose index signature includes it.',
    mapped:
      '{where} maps over the members of "{type}", which is not a plain object. Leave it as it is in the mapped type: "T extends {type} ? T : …".',
    brand:
      '{where} is "{type}", and a primitive has no members of its own. Write an object with both values; the member of a brand begins with an underscore, such as "__brand".',
    'too-many':
      '{where} has more than a thousand options, one of them "{type}". Write string with a @pattern that says the same, or fewer of them.',
    unsupported:
      '{where} is "{type}", which has no form in JSON Schema. Write it as an object, array, union or primitive.',
  },
  check(facts, report) {
    for (const id of KINDS)
      for (const { fact, where, finding } of causesOf(facts, [id]))
        report(id, {
          ...finding,
          data: { where, type: fact.type, returns: fact.of === undefined ? API_RETURNS : PAGE_RETURNS },
        })
  },
})

const API_RETURNS = 'An api always returns a value: what changed, or null.'
const PAGE_RETURNS = 'What always returns nothing is fine; what sometimes returns a value returns null otherwise.'

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
  'brand',
  'too-many',
  'unsupported',
] as const
