// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
import type { CorpusTable } from './corpus-case.ts'

/** A brand is for TypeScript alone, which takes no literal for a branded type. */
export const BRANDS: CorpusTable = {
  name: 'brands',
  wire: true,
  rows: [
    [
      'a branded string',
      "export type Root = string & { readonly __brand: 'Id' }",
      ['a', '', 'b'],
      [1, null, { __brand: 'Id' }],
    ],
    ['a branded number', "export type Root = number & { readonly __brand: 'Cents' }", [1, 0, -1.5], ['1', null, {}]],
    [
      'a brand of a unique symbol',
      'declare const brand: unique symbol\nexport type Root = string & { readonly [brand]: true }',
      ['a', '', 'b'],
      [1, null, {}],
    ],
    [
      'a branded literal',
      "export type Root = ('a' | 'b') & { readonly __brand: 'Letter' }",
      ['a', 'b', 'a'],
      ['c', '', 1],
    ],
    [
      'a generic brand',
      "type Brand<Base, Name> = Base & { readonly __brand: Name }\nexport interface Root { id: Brand<string, 'Id'>; n: Brand<number, 'N'> }",
      [
        { id: 'a', n: 1 },
        { id: '', n: 0 },
        { id: 'x', n: -1 },
      ],
      [{ id: 1, n: 1 }, { id: 'a' }, { id: 'a', n: 'b' }],
    ],
    [
      'a branded template',
      "export type Root = `usr_${string}` & { readonly __brand: 'User' }",
      ['usr_1', 'usr_', 'usr_a'],
      ['usr', 1, ''],
    ],
  ],
}
