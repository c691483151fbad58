// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
/** The patterns of template literal types take linear time, and have TypeScript's verdicts. */
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { findSlowness } from '../../../compiler/src/pattern/slow-pattern.ts'
import { readTemplate } from '../../../runtime/src/contract/page/template-text.ts'
import { deriveAll, judgeOf } from '../corpus/derive-all.ts'

/** Text of several characters after a hole needs a look-ahead to find its start; the pattern never backtracks. */
const LOOKS_AHEAD = 'looks ahead'

type Row = readonly [template: string, texts: readonly string[], note?: typeof LOOKS_AHEAD]

const ROWS: readonly Row[] = [
  ['id-${string}', ['id-', 'id-1', 'id', 'xid-', 'id-\n😀']],
  ['${string}px', ['px', '1px', 'px ', 'pxpx']],
  ['a${string}b', ['ab', 'axb', 'a', 'b', 'abb', 'abx']],
  ['${string}@${string}', ['@', 'a@b', 'a@b@c', 'ab', '@@']],
  ['${string}a${string}b', ['ab', 'aab', 'aaaa', 'xaxb', 'ba', 'bab', 'b']],
  ['${string}.${string}.${string}.${string}', ['...', 'a.b.c.d', '..', 'a.b.c.d.e.']],
  ['${string}-${Uppercase<string>}', ['-', 'a-B', 'a-b-C', 'A-B-C', 'a-b']],
  ['${Uppercase<string>}-${string}', ['-', 'A-b', 'a-b', 'A-b-c', 'A1-']],
  ['${Lowercase<string>}]${string}', [']', 'a]B', 'A]b', ']]']],
  ['${Capitalize<string>}a${string}', ['a', 'Ba', 'ba', 'Abca', 'aB', 'BcA']],
  ['${Uppercase<string>}${Lowercase<string>}', ['Ab', 'A', 'aB', 'ABc', 'Abc', '']],
  ['${number}', ['1', '1.', '.5', '-1.5', '+1', '1e3', '1e', '0x1F', '0b12', '', '.', '1.5.5', 'e1', '1.5e-3']],
  ['${number}px', ['1px', '1.5px', 'px', '1.px', '1e3px', '1epx']],
  ['${number}${number}', ['12', '1', '1.5', '-12', '123', '1-2', '', 'a1', '1e5']],
  ['${number}.${number}', ['1.2', '1.5.2', '1.5.2.', '.5.2', '1.', '1', '1..5']],
  ['${number}.${number}.${number}', ['1.2.3', '1.2', '1.2.3.4', '1.2.3.4.5', 'a.b.c']],
  ['${number}-${number}', ['1-2', '1e-5-2', '-1-2', '1--2', '1-', '1-2-3']],
  ['${number}e${number}', ['1e2', '1e2e3', 'e', '1E2e3', '1e']],
  ['${number}x${number}', ['1x2', '1x', 'x1', '1.5x2.5', '1x2x3']],
  ['${number},${number}', ['1,2', '1,2,3', '1,', '-1,+2']],
  ['-${number}', ['-1', '--1', '1', '-']],
  ['${number}1', ['11', '1', '21', '2', '1.1', 'a1']],
  ['${bigint}-${bigint}', ['1-2', '-1-2', '1--2', '1', '-']],
  ['${bigint}${bigint}', ['12', '1', '-12', '123', '1-2']],
  ['${string}${number}', ['a1', '1', 'ab1', '12', 'a', '-12', '😀']],
  ['${number}${string}', ['1', '1a', 'a', '12a', '-1']],
  ['${bigint}n${string}', ['1n', '1nn', 'n', '1.5n', '-1nx']],
  ['${string}ab${string}ba', ['abba', 'aba', 'xabxba', 'aabba', 'abab'], LOOKS_AHEAD],
  ['${string}aa${string}aa${string}', ['aaaa', 'aaa', 'xaaxaax', 'aaxa'], LOOKS_AHEAD],
  ['${string}://${string}/${string}', ['http://a/b', ':///', '://', 'http:/a/b', 'a://b'], LOOKS_AHEAD],
  ['${Uppercase<string>}::${number}', ['A::1', '::1', 'a::1', 'A:1', 'A:::1'], LOOKS_AHEAD],
  ['${string}^${string}\\\\${string}', ['^\\', 'a^b\\c', '^', '\\^', '']],
  ['😀${string}é${string}', ['😀é', '😀é', 'é', '😀😀éé']],
]

/** As the type itself, but for escapes of its source; one digit is the same pattern for a number and a bigint. */
const SHOWN = ROWS.map(([template]) => template.replaceAll('\\\\', '\\').replace('${bigint}${', '${number}${'))

const FILE = join(import.meta.dirname, 'templates.generated.ts')

/** For each row, whether TypeScript takes each of its texts. */
function byTypeScript(): readonly (readonly boolean[])[] {
  const lines = ROWS.flatMap(([template, texts]) =>
    texts.map((text) => `;((value: \`${template}\`) => value)(${JSON.stringify(text)})`),
  )
  const host = ts.createCompilerHost({})
  const { getSourceFile } = host
  host.getSourceFile = (path, ...rest) =>
    path === FILE
      ? ts.createSourceFile(path, lines.join('\n'), ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, path, ...rest)
  const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] }
  const program = ts.createProgram([FILE], options, host)
  const source = program.getSourceFile(FILE)
  if (source === undefined) throw new Error(`${FILE} is not in its program.`)
  expect(program.getSyntacticDiagnostics(source)).toEqual([])
  const wrong = new Set(
    program.getSemanticDiagnostics(source).map(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line),
  )
  let line = 0
  return ROWS.map(([, texts]) => texts.map(() => !wrong.has(line++)))
}

describe('a template literal type', () => {
  const verdicts = byTypeScript()
  const contracts = deriveAll(ROWS.map(([template]) => ({ code: `export type Root = \`${template}\`` })))

  it.each(ROWS.map(([template, texts, note], at) => ({ template, texts, note, at })))(
    'API-03 $template takes the texts that TypeScript takes, in linear time',
    ({ texts, note, at }) => {
      const { schema, is, diagnostics } = contracts[at]!()
      expect(diagnostics).toEqual([])
      expect(typeof schema.pattern).toBe('string')
      const said = texts.map((text) => [text, is(text), judgeOf(schema)(text)])
      expect(said, schema.pattern).toEqual(
        texts.map((text, index) => [text, verdicts[at]?.[index], verdicts[at]?.[index]]),
      )
      if (note === undefined) expect(findSlowness(schema.pattern ?? '')).toBeUndefined()
    },
  )

  it.each(ROWS.map(([template], at) => ({ template, at })))('$template is what messages show of it', ({ at }) => {
    const { schema } = contracts[at]!()
    expect(readTemplate(schema.pattern ?? '')).toBe(`\`${SHOWN[at]}\``)
  })

  it('messages show unions, keys, escapes and mappings', () => {
    const shown = (code: string) => readTemplate(deriveAll([{ code }])[0]!().schema.pattern ?? '')
    expect(shown('export type Root = `(${string})[${number}]|$`')).toBe('`(${string})[${number}]|$`')
    expect(readTemplate('^(?:x-[\\s\\S]*|y|(?:true|false))$')).toBe('`x-${string}` | "y" | boolean')
    expect(shown('export type Root = Uppercase<string>')).toBe('`${Uppercase<string>}`')
    expect(shown('export type Root = Uncapitalize<string>')).toBe('`${Uncapitalize<string>}`')
  })

  it.each([
    '^[a-z]+$',
    '^\\d{5}$',
    '^\\d+$',
    '^[^/]*$',
    '^https?://.',
    '^a*$',
    '^\\S+@\\S+$',
    '^(?=a)b$',
    '^(a|b)$',
    '^(?:a$',
  ])('the pattern %s of an author is shown as it is', (pattern) => {
    expect(readTemplate(pattern)).toBeUndefined()
  })
})
