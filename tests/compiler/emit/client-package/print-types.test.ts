import { describe, expect, it } from 'vitest'
import { NamedTypes } from '../../../../compiler/src/emit/client-package/named-types.ts'
import { type PrintContext, printDoc, printType } from '../../../../compiler/src/emit/client-package/print-type.ts'
import type { PropertyNode, TypeNode } from '../../../../compiler/src/type-tree.ts'

const text: TypeNode = { kind: 'string' }
const number: TypeNode = { kind: 'number' }
const date: TypeNode = { kind: 'codec', codec: 'date' }
const bytes: TypeNode = { kind: 'codec', codec: 'bytes' }

const property = (name: string, type: TypeNode, optional = false): PropertyNode => ({ name, type, optional })
const object = (...properties: PropertyNode[]): TypeNode => ({ kind: 'object', properties })

const print = (node: TypeNode, side: PrintContext['side'] = 'output') =>
  printType(node, { side, nameType: (name) => name })

describe('a printed type', () => {
  it.each<[TypeNode, string]>([
    [{ kind: 'literal', values: ['a"b', 1, true, null] }, '"a\\"b" | 1 | true | null'],
    [{ kind: 'array', items: { kind: 'union', options: [text, number] } }, '(string | number)[]'],
    [{ kind: 'array', items: { kind: 'literal', values: ['a', 'b'] } }, '("a" | "b")[]'],
    [{ kind: 'array', items: { kind: 'array', items: text } }, 'string[][]'],
    [{ kind: 'tuple', items: [text, number], required: 1, rest: date }, '[string, number?, ...Date[]]'],
    [{ kind: 'union', options: [text, { kind: 'null' }, text] }, 'string | null'],
    [{ kind: 'codec', codec: 'bigint' }, 'bigint'],
    [{ kind: 'codec', codec: 'bigint', values: ['1', '-2'] }, '1n | -2n'],
    [{ kind: 'codec', codec: 'url' }, 'URL'],
    [{ kind: 'codec', codec: 'set', item: date }, 'Set<Date>'],
    [{ kind: 'codec', codec: 'map', item: { kind: 'array', items: date } }, 'Map<string, Date[]>'],
    [{ kind: 'unknown' }, 'unknown'],
    [object(), 'Record<string, never>'],
    [{ kind: 'object', properties: [], index: number }, '{\n  [key: string]: number\n}'],
    [
      { kind: 'object', properties: [property('id', text, true)], index: number },
      '{\n  id?: string\n  [key: string]: number | string | undefined\n}',
    ],
    [object(property('a-b', object(property('on', date)))), '{\n  "a-b": {\n    on: Date\n  }\n}'],
  ])('%# is %s', (node, printed) => expect(print(node)).toBe(printed))

  it('takes files for bytes of an input, and allows a member with a default to be absent', () => {
    const node = object(property('file', bytes), property('size', { ...number, default: 3 }))
    expect(print(node, 'input')).toBe('{\n  file: UploadBytes\n  /** @default 3 */\n  size?: number\n}')
    expect(print(node, 'output')).toBe('{\n  file: Uint8Array\n  /** @default 3 */\n  size: number\n}')
  })

  it('has the limits of a member in its doc comment, which no description ends', () => {
    const node: TypeNode = {
      kind: 'number',
      integer: true,
      minimum: 1,
      description: 'Pieces.\n\nNot */ tons.',
      examples: [4],
    }
    expect(print(object(property('n', node)))).toBe(
      '{\n  /**\n   * Pieces.\n   *\n   * Not *\\/ tons.\n   * @integer\n   * @minimum 1\n   * @example 4\n   */\n  n: number\n}',
    )
    expect(printDoc([])).toBe('')
  })
})

describe('the names of types', () => {
  const part = object(property('sku', text))
  const ref = (name: string): TypeNode => ({ kind: 'ref', name })

  it('are those of the app, and each type is declared once', () => {
    const types = new NamedTypes()
    const defs = { Part: part }
    expect(types.print({ root: { kind: 'array', items: ref('Part') }, defs }, 'output', 'ListOutput')).toBe('Part[]')
    expect(types.print({ root: ref('Part'), defs }, 'input', 'PutInput')).toBe('Part')
    expect(types.list()).toEqual(['export interface Part {\n  sku: string\n}'])
  })

  it('tell types with one name apart, inputs from results, and types of the app from those of the package', () => {
    const types = new NamedTypes(['Taken'])
    const file = { File: object(property('bytes', bytes)) }
    expect(types.print({ root: ref('File'), defs: file }, 'output', '')).toBe('File')
    expect(types.print({ root: ref('File'), defs: file }, 'input', '')).toBe('FileInput')
    expect(types.print({ root: ref('File'), defs: { File: part } }, 'output', '')).toBe('FileOutput')
    expect(types.print({ root: ref('File'), defs: { File: object(property('other', text)) } }, 'output', '')).toBe(
      'File2',
    )
    expect(types.print({ root: ref('Client'), defs: { Client: part } }, 'output', '')).toBe('ClientOutput')
    expect(types.print({ root: ref('Taken'), defs: { Taken: part } }, 'output', '')).toBe('TakenOutput')
    expect(types.print({ root: ref('Page<Part>'), defs: { 'Page<Part>': part } }, 'output', '')).toBe('PagePart')
  })

  it('are given to objects without one, and to types that contain themselves', () => {
    const types = new NamedTypes()
    const tree = { Tree: object(property('below', { kind: 'array', items: ref('Tree') })) }
    expect(types.print({ root: object(property('tree', ref('Tree'))), defs: tree }, 'input', 'GrowInput')).toBe(
      'GrowInput',
    )
    expect(types.list()).toEqual([
      'export interface GrowInput {\n  tree: Tree\n}',
      'export interface Tree {\n  below: Tree[]\n}',
    ])
  })
})
