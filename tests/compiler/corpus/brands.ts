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
    [
      'branded objects',
      "declare const brand: unique symbol\ntype Of<T, Name> = T & { readonly __of: Name }\nexport interface Root { a: { n: 1; __brand: 'A' }; b: Of<{ n: 1 }, 'B'>; c: { n: 1 } & { readonly [brand]: 'C' } }",
      [
        { a: { n: 1 }, b: { n: 1 }, c: { n: 1 } },
        { c: { n: 1 }, b: { n: 1 }, a: { n: 1 } },
        { b: { n: 1 }, a: { n: 1 }, c: { n: 1 } },
      ],
      [
        { a: {}, b: { n: 1 }, c: { n: 1 } },
        { a: { n: 1, __brand: 'A' }, b: { n: 1 }, c: { n: 1 } },
        { a: { n: 1 }, b: { n: 1, __of: 'B' }, c: { n: 1 } },
      ],
    ],
    [
      'members with two underscores that are data',
      "interface Versioned { __v: number }\nexport interface Root { a: { id: string } & Versioned; b: { id: string } & { __meta: { by: string } }; c: { __a: string } & { __b: 'b' }; d: { _brand: string } }",
      [
        { a: { id: '', __v: 1 }, b: { id: '', __meta: { by: '' } }, c: { __a: '', __b: 'b' }, d: { _brand: '' } },
        { a: { __v: 0, id: 'x' }, b: { id: '', __meta: { by: '' } }, c: { __a: '', __b: 'b' }, d: { _brand: 'x' } },
        { a: { id: '', __v: -1 }, b: { id: '', __meta: { by: 'x' } }, c: { __a: 'x', __b: 'b' }, d: { _brand: '' } },
      ],
      [
        { a: { id: '' }, b: { id: '', __meta: { by: '' } }, c: { __a: '', __b: 'b' }, d: { _brand: '' } },
        { a: { id: '', __v: '' }, b: { id: '', __meta: { by: '' } }, c: { __a: '', __b: 'b' }, d: { _brand: '' } },
        { a: { id: '', __v: 1 }, b: { id: '' }, c: { __a: '', __b: 'b' }, d: { _brand: '' } },
        { a: { id: '', __v: 1 }, b: { id: '', __meta: { by: '' } }, c: {}, d: { _brand: '' } },
        { a: { id: '', __v: 1 }, b: { id: '', __meta: { by: '' } }, c: { __a: '', __b: 'b' }, d: {} },
      ],
    ],
    [
      'members with underscores that are data',
      "export interface Root { a: { __typename: 'A'; n: 1 } & { __typename: 'A' }; b: { _id: string } & { _rev: number }; c: { _tag: 'C' } }",
      [
        { a: { __typename: 'A', n: 1 }, b: { _id: '', _rev: 1 }, c: { _tag: 'C' } },
        { b: { _rev: 1, _id: 'x' }, a: { __typename: 'A', n: 1 }, c: { _tag: 'C' } },
        { c: { _tag: 'C' }, a: { n: 1, __typename: 'A' }, b: { _id: '', _rev: 0 } },
      ],
      [
        { a: { n: 1 }, b: { _id: '', _rev: 1 }, c: { _tag: 'C' } },
        { a: { __typename: 'A', n: 1 }, b: { _rev: 1 }, c: { _tag: 'C' } },
        { a: { __typename: 'A', n: 1 }, b: { _id: '', _rev: 1 }, c: {} },
      ],
    ],
    [
      'a brand with a name of its own',
      "export interface Root { a: number & { readonly brand: 'Cents' }; b: string & { readonly kind: unique symbol } }",
      [
        { a: 1, b: '' },
        { a: 0, b: 'x' },
        { b: 'y', a: -1 },
      ],
      [{ a: '1', b: '' }, { a: 1 }, { a: { brand: 'Cents' }, b: '' }],
    ],
  ],
}
