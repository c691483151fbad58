// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources of types.
/** Changes of types, with the verdict for an input and for an output of the type. */

/** `undecided`: breaking, because it can't be proven compatible. */
export type Verdict = 'compatible' | 'breaking' | 'undecided'

export interface TypeChange {
  readonly title: string
  /** Declarations with the type `Root`. */
  readonly before: string
  readonly after: string
  readonly input: Verdict
  readonly output: Verdict
}

const of = (type: string) => (/\b(?:type|interface) Root\b/.test(type) ? type : `type Root = ${type}`)
const tagged = (tags: string, type = 'number') => `interface Root {\n  /** ${tags} */\n  v: ${type}\n}`

function change(title: string, before: string, after: string, input: Verdict, output: Verdict): TypeChange {
  return { title, before: of(before), after: of(after), input, output }
}

/** A change that accepts more: fine for an input, not for an output. And its reverse. */
function wider(title: string, before: string, after: string, by: Verdict = 'breaking'): readonly TypeChange[] {
  return [change(title, before, after, 'compatible', by), change(`reverse: ${title}`, after, before, by, 'compatible')]
}

/** A change that accepts the same. And its reverse. */
function same(title: string, before: string, after: string): readonly TypeChange[] {
  return [
    change(title, before, after, 'compatible', 'compatible'),
    change(`reverse: ${title}`, after, before, 'compatible', 'compatible'),
  ]
}

/** Two types of which neither includes the other. And the reverse. */
function other(title: string, before: string, after: string, by: Verdict = 'breaking'): readonly TypeChange[] {
  return [change(title, before, after, by, by), change(`reverse: ${title}`, after, before, by, by)]
}

const TREE = 'interface Tree { name: string; children: Tree[] }\ninterface Root { tree: Tree }'
const SHAPES = "{ kind: 'circle'; radius: number } | { kind: 'square'; side: number }"

export const TYPE_CHANGES: readonly TypeChange[] = [
  // Members
  change('an optional member is added', '{ a: string }', '{ a: string; b?: number }', 'compatible', 'compatible'),
  change('an optional member is removed', '{ a: string; b?: number }', '{ a: string }', 'breaking', 'compatible'),
  change('a required member is added', '{ a: string }', '{ a: string; b: number }', 'breaking', 'compatible'),
  change('a required member is removed', '{ a: string; b: number }', '{ a: string }', 'breaking', 'breaking'),
  ...wider('a member becomes optional', '{ a: string; b: number }', '{ a: string; b?: number }'),
  ...other('a member is renamed', '{ a: string; amount: number }', '{ a: string; total: number }'),
  ...same('members are reordered', '{ a: string; b?: number }', '{ b?: number; a: string }'),
  ...other('a member moves into an object', '{ city: string }', '{ address: { city: string } }'),
  ...wider('a nested member becomes optional', '{ a: { b: { c: string } } }', '{ a: { b: { c?: string } } }'),
  change(
    'a nested member is added',
    '{ a: { b: string } }',
    '{ a: { b: string; c?: string } }',
    'compatible',
    'compatible',
  ),
  ...other(
    'one member is widened, another narrowed',
    '{ a: string; b: string | null }',
    '{ a: string | null; b: string }',
  ),
  change(
    'a default is documented',
    tagged('An amount.', 'number').replace('v:', 'v?:'),
    tagged('@default 5').replace('v:', 'v?:'),
    'compatible',
    'compatible',
  ),
  // Scalars
  ...other('string to number', '{ a: string }', '{ a: number }'),
  ...other('number to boolean', '{ a: number }', '{ a: boolean }'),
  ...wider('null is allowed', '{ a: string }', '{ a: string | null }'),
  ...wider('null is allowed for an object', '{ a: { b: string } }', '{ a: { b: string } | null }'),
  ...wider('number is allowed, too', '{ a: string }', '{ a: string | number }'),
  ...wider('integer to number', tagged('@integer'), tagged('A number.')),
  ...wider('anything is allowed', '{ a: string }', '{ a: unknown }'),
  ...wider('anything is allowed in place of an object', '{ a: { b?: string } }', '{ a: unknown }'),
  ...other('a single value becomes a list', '{ a: string }', '{ a: string[] }'),
  // Literals
  ...wider('a literal is added', "{ a: 'x' | 'y' }", "{ a: 'x' | 'y' | 'z' }"),
  ...wider('literals to string', "{ a: 'x' | 'y' }", '{ a: string }'),
  ...wider('true to boolean', '{ a: true }', '{ a: boolean }'),
  ...same('boolean to its literals', '{ a: boolean }', '{ a: true | false }'),
  ...other('a literal is replaced', "{ a: 'x' }", "{ a: 'y' }"),
  ...other('a literal changes its type', '{ a: 1 }', "{ a: '1' }"),
  ...wider(
    'numbers 1 to 3 to a range',
    '{ a: 1 | 2 | 3 }',
    'interface Root {\n/** @integer\n@minimum 1\n@maximum 5 */\na: number }',
  ),
  ...same(
    'a range to its integers',
    'interface Root {\n/** @integer\n@minimum 1\n@maximum 3 */\na: number }',
    '{ a: 1 | 2 | 3 }',
  ),
  ...wider('a literal to a template', "{ a: 'id-1' }", '{ a: `id-${number}` }', 'undecided'),
  // Limits of numbers
  ...wider('the maximum grows', tagged('@maximum 50'), tagged('@maximum 100')),
  ...wider('the maximum is removed', tagged('@maximum 50'), tagged('A number.')),
  ...wider('the minimum shrinks', tagged('@minimum 1'), tagged('@minimum 0')),
  ...wider('an exclusive minimum becomes inclusive', tagged('@exclusiveMinimum 0'), tagged('@minimum 0')),
  ...same(
    'of an integer, both bounds are the same',
    tagged('@integer\n@exclusiveMinimum 0'),
    tagged('@integer\n@minimum 1'),
  ),
  ...other('a range moves', tagged('@minimum 0\n@maximum 10'), tagged('@minimum 5\n@maximum 15')),
  ...wider('a step is removed', tagged('@multipleOf 5'), tagged('A number.')),
  ...wider('a finer step', tagged('@integer\n@multipleOf 10'), tagged('@integer\n@multipleOf 5')),
  ...other('another step', tagged('@integer\n@multipleOf 3'), tagged('@integer\n@multipleOf 2')),
  // Limits of strings
  ...wider('a string may be longer', tagged('@maxLength 5', 'string'), tagged('@maxLength 9', 'string')),
  ...wider('a string may be empty', tagged('@minLength 1', 'string'), tagged('A text.', 'string')),
  ...wider('a format is removed', tagged('@format email', 'string'), tagged('A text.', 'string')),
  ...other('another format', tagged('@format date', 'string'), tagged('@format date-time', 'string')),
  ...same('a format that is not checked', tagged('@format password', 'string'), tagged('A text.', 'string')),
  ...wider('a pattern is removed', tagged('@pattern ^[a-z]+$', 'string'), tagged('A text.', 'string')),
  change(
    'another pattern',
    tagged('@pattern ^[a-z]+$', 'string'),
    tagged('@pattern ^[a-z0-9]+$', 'string'),
    'undecided',
    'breaking',
  ),
  change(
    'reverse: another pattern',
    tagged('@pattern ^[a-z0-9]+$', 'string'),
    tagged('@pattern ^[a-z]+$', 'string'),
    'breaking',
    'undecided',
  ),
  ...wider('a template to string', '{ a: `id-${number}` }', '{ a: string }'),
  // Lists and tuples
  ...wider('items are widened', '{ a: string[] }', '{ a: (string | number)[] }'),
  ...wider('a list may be longer', tagged('@maxItems 3', 'string[]'), tagged('@maxItems 5', 'string[]')),
  ...wider('a list may be empty', tagged('@minItems 1', 'string[]'), tagged('A list.', 'string[]')),
  ...wider('items may repeat', tagged('@uniqueItems', 'string[]'), tagged('A list.', 'string[]')),
  ...wider('a tuple to a list', '{ a: [string, string] }', '{ a: string[] }'),
  ...wider('an element of a tuple becomes optional', '{ a: [string, number] }', '{ a: [string, number?] }'),
  ...wider('a tuple gets a rest', '{ a: [string] }', '{ a: [string, ...number[]] }'),
  ...other('a tuple is reordered', '{ a: [string, number] }', '{ a: [number, string] }'),
  ...other('a longer tuple', '{ a: [string] }', '{ a: [string, string] }'),
  change(
    'a member of items is added',
    '{ a: { b: string }[] }',
    '{ a: { b: string; c: string }[] }',
    'breaking',
    'compatible',
  ),
  ...wider('a list of unions', '{ a: string[] | number[] }', '{ a: (string | number)[] }', 'undecided'),
  // Records
  ...wider('members to a record', '{ a: { x: number } }', '{ a: Record<string, number> }'),
  ...wider('values of a record are widened', '{ a: Record<string, number> }', '{ a: Record<string, number | null> }'),
  ...wider('any object', '{ a: Record<string, number> }', '{ a: object }'),
  // Readers of an output ignore members that it doesn't declare.
  change(
    'a pattern of keys to any key',
    '{ a: { [key: `x-${string}`]: string } }',
    '{ a: Record<string, string> }',
    'compatible',
    'compatible',
  ),
  ...wider('a member besides a record', '{ a: { n: 1; [key: string]: unknown } }', '{ a: Record<string, unknown> }'),
  change(
    'another pattern of keys',
    '{ a: { [key: `x-${string}`]: string } }',
    '{ a: { [key: `y-${string}`]: string } }',
    'undecided',
    'compatible',
  ),
  // Unions
  ...wider('an option is added', `{ a: ${SHAPES} }`, `{ a: ${SHAPES} | { kind: 'point' } }`),
  ...wider(
    'a member of one option becomes optional',
    `{ a: ${SHAPES} }`,
    `{ a: ${SHAPES.replace('side:', 'side?:')} }`,
  ),
  ...other('a tag is renamed', `{ a: ${SHAPES} }`, `{ a: ${SHAPES.replace("'square'", "'rectangle'")} }`),
  ...same('options are reordered', `{ a: ${SHAPES} }`, `{ a: ${SHAPES.split(' | ').reverse().join(' | ')} }`),
  ...same(
    'options are merged',
    "{ a: { kind: 'x'; n: number } | { kind: 'y'; n: number } }",
    "{ a: { kind: 'x' | 'y'; n: number } }",
  ),
  ...same('an optional member is two options', "{ a: { n?: 'x' } }", "{ a: { n: 'x' } | { n?: never } }"),
  change(
    'a member of an option is added',
    `{ a: ${SHAPES} }`,
    `{ a: ${SHAPES.replace('side: number', 'side: number; unit: string')} }`,
    'breaking',
    'compatible',
  ),
  ...wider(
    'an object gets an alternative without a tag',
    '{ a: { id: number } }',
    '{ a: { id: number } | { slug: string } }',
  ),
  // References
  ...same(
    'a type gets a name',
    '{ a: { b: string }; c: { b: string } }',
    'interface B { b: string }\ninterface Root { a: B; c: B }',
  ),
  ...same('a recursive type is renamed', TREE, TREE.replaceAll('Tree', 'Branch')),
  ...wider('a member of a recursive type becomes optional', TREE, TREE.replace('name:', 'name?:')),
  change(
    'a member of a recursive type is added',
    TREE,
    TREE.replace('name:', 'size: number; name:'),
    'breaking',
    'compatible',
  ),
  ...wider('a recursive type to any value', TREE, '{ tree: unknown }'),
  ...same(
    'a recursive type is unrolled',
    TREE,
    `${TREE.replace('{ tree: Tree }', '{ tree: { name: string; children: Tree[] } }')}`,
  ),
  // Codecs
  ...wider('Date to string', '{ a: Date }', '{ a: string }'),
  ...same('Date to a string with its format', 'interface Root { v: Date }', tagged('@format date-time', 'string')),
  ...other('Date to number', '{ a: Date }', '{ a: number }'),
  ...wider('bigint to string', '{ a: bigint }', '{ a: string }'),
  ...wider('URL to string', '{ a: URL }', '{ a: string }'),
  ...wider('bytes to string', '{ a: Uint8Array }', '{ a: string }'),
  ...wider('Set to list', '{ a: Set<string> }', '{ a: string[] }'),
  ...same('Map to record', '{ a: Map<string, number> }', '{ a: Record<string, number> }'),
  ...wider('Date may be null', '{ a: Date }', '{ a: Date | null }'),
  ...wider('values of a Map are widened', '{ a: Map<string, Date> }', '{ a: Map<string, Date | null> }'),
]
