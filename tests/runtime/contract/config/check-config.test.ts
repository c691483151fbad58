import { describe, expect, test } from 'vitest'
import { checkConfig, configProblems } from '../../../../runtime/src/contract/config/check-config.ts'

const messages = (config: unknown) => configProblems(config, 'fw.config.ts').map(({ message }) => message)

describe('a configuration', () => {
  test('that fits has no problems, left-out fields included', () => {
    expect(messages({})).toEqual([])
    expect(messages({ title: 'Shop', siteUrl: undefined, maxBodyBytes: 10, compiler: { bindingMaps: false } })).toEqual(
      [],
    )
    const config = { title: 'Shop' }
    expect(checkConfig(config, 'fw.config.ts')).toBe(config)
  })

  test('names the field that was meant', () => {
    expect(messages({ sitUrl: 'https://shop.example' })).toEqual([
      'sitUrl is not a field of fw.config.ts. Did you mean siteUrl?',
    ])
    expect(messages({ compiler: { splitIntent: true } })).toEqual([
      'compiler.splitIntent is not a field of fw.config.ts. Did you mean compiler.splitIntents?',
    ])
    expect(messages({ redirects: [{ form: '/a', to: '/b' }] })[0]).toBe(
      'redirects[0].form is not a field of fw.config.ts. Did you mean redirects[0].from?',
    )
    expect(messages({ somethingElse: 1 })).toEqual([
      'somethingElse is not a field of fw.config.ts. The type FwConfig lists them all.',
    ])
  })

  test('reports every problem at once, with its path, and never a value', () => {
    const found = messages({
      title: 5,
      maxBodyBytes: Number.NaN,
      data: 's3cret',
      logLevel: 'loud',
      siteUrl: 'shop',
      nope: 's3cret',
    })
    expect(found).toEqual([
      'nope is not a field of fw.config.ts. The type FwConfig lists them all.',
      'title must be a string.',
      'maxBodyBytes must be an integer of at least 0.',
      expect.stringMatching(/^data must be "memory" or a string of the form `sqlite:\$\{string\}`/),
      'logLevel must be one of "debug", "info", "warn", "error", "silent".',
      'siteUrl must be a string that matches ^https?://.',
    ])
    expect(found.join()).not.toContain('s3cret')
  })

  test('reports invalid limits of uploads, and unknown ones', () => {
    expect(messages({ uploads: { maxBytes: 5, maxFiles: 0 } })).toEqual([])
    expect(messages({ uploads: { maxFileByte: 5, maxFiles: -1, maxFields: 0 } })).toEqual([
      'uploads.maxFileByte is not a field of fw.config.ts. Did you mean uploads.maxFileBytes?',
      'uploads.maxFiles must be an integer of at least 0.',
      'uploads.maxFields must be an integer of at least 1.',
    ])
  })

  test('CFG-09 holds a feed, the one field with a function', () => {
    expect(messages({ feed: { title: 'News', items: () => [] } })).toEqual([])
    expect(messages({ feed: { titel: 'News', description: 5 } })).toEqual([
      'feed.titel is not a field of a feed. The fields are title, description, items.',
      'feed.description must be a string.',
      'feed.items must be a function that returns the items.',
    ])
    expect(messages({ feed: 'news' })).toEqual(['feed must be an object: { title?, description?, items }.'])
    expect(messages({ llmsTxt: { titel: 'x' } })).toEqual([
      'llmsTxt.titel is not a field of fw.config.ts. Did you mean llmsTxt.title?',
    ])
  })

  test('names the file in which a function belongs', () => {
    const run = () => undefined
    expect(messages({ onAudit: run, middleware: run, title: run, other: run })).toEqual([
      'onAudit is not a field of fw.config.ts. It belongs in src/hooks.ts.',
      'middleware is not a field of fw.config.ts. It belongs in src/middleware.ts.',
      'title is a function; fw.config.ts holds data only.',
      'other is not a field of fw.config.ts. The type FwConfig lists them all.',
    ])
  })

  test('prototype names are not fields', () => {
    expect(messages(JSON.parse('{"__proto__":1,"constructor":2,"toString":3}'))).toHaveLength(3)
  })

  test('is refused with one error that names the file, the lines and all problems', () => {
    const text = "export default {\n  // sitUrl: see below\n  sitUrl: 'x',\n  title: 5,\n}\n"
    expect(() => checkConfig({ sitUrl: 'x', title: 5 }, 'fw.config.ts', text)).toThrow(
      'fw.config.ts has 2 problems:\n' +
        '  line 3: sitUrl is not a field of fw.config.ts. Did you mean siteUrl?\n' +
        '  line 4: title must be a string.',
    )
    expect(() => checkConfig(undefined, 'fw.config.ts')).toThrow(/must have a default export/)
  })
})
