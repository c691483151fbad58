/** The messages for people at the invalid fields of a form, and the messages for agents. */
import { afterAll, expect, test } from 'vitest'
import { defineI18n } from '../../runtime/src/i18n/define-i18n.ts'
import { schema, str } from '../../runtime/src/index.ts'
import { createSessionStore, type FwServerOptions } from '../../runtime/src/server.ts'
import { compileRoutes } from '../runtime/page/compiled-routes.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

const FIELDS = [
  'name',
  'nick',
  'code',
  'mail',
  'site',
  'day',
  'at',
  'age',
  'size',
  'score',
  'step',
  'plan',
  'terms',
  'tags',
  'photo',
  'city.zip',
  'lines[0].qty',
  'pin',
  'bare',
]

const app = compileRoutes({
  'server/desk.api.ts': `
    import { api, bool, date, enums, int, list, num, obj, schema, str, t } from '@fw/runtime'
    import { FwError } from '@fw/runtime'
    export const join = api({
      description: 'Joins.',
      input: schema({
        name: str({ min: 2 }), nick: str({ max: 3 }), code: str({ pattern: '^[a-z]+$' }), mail: str({ format: 'email' }),
        site: str({ format: 'uri' }), day: str({ format: 'date' }), at: date(), age: int({ min: 18 }), size: num({ max: 4 }),
        score: num(), step: int({ multipleOf: 5 }), plan: enums(['small', 'large']), terms: enums(['yes']),
        tags: list(str(), { min: 1 }), photo: obj({ name: str(), type: str(), bytes: str({ min: 1 }) }),
        city: obj({ zip: str({ min: 5 }) }), lines: list(obj({ qty: int({ min: 1 }) })), pin: str({ min: 1 }), bare: num(),
      }),
      run: () => ({}),
    })
    export const own = api({
      description: 'Own words.',
      input: schema({
        name: str({ min: 2 }).message('Tell us your name'),
        nick: str({ min: 2, max: 4 }).message('Choose a nick').message('maxLength', 'At most four letters'),
        mail: str({ format: 'email' }).message('required', 'We need your address').message('format', () => t('mail')),
        age: int({ min: 18 }),
        rest: str().optional(),
      }),
      run: () => { throw new FwError('invalid_input', { message: 'Taken.', issues: [{ path: 'name', message: 'is taken' }] }) },
    })
  `,
  'routes/index.tsx': `
    import { useForm } from '@fw/runtime'
    import { join, own } from '../server/desk.api.ts'
    const FIELDS = ${JSON.stringify(FIELDS)}
    export default function Page() {
      const [one, two] = [useForm(join), useForm(own)]
      return <main>
        <form action={one}>{FIELDS.map((name) => <p data-name={name}>{one.errorAt(name)}</p>)}</form>
        <form action={two}>{['name', 'nick', 'mail', 'age'].map((name) => <p data-name={name}>{two.errorAt(name)}</p>)}<i>{two.error()}</i></form>
      </main>
    }
  `,
})
const desk = await app.load('server/desk.api.ts')
afterAll(() => app.close())

const OPTIONS: FwServerOptions = {
  ...app.options,
  apis: { desk },
  session: createSessionStore({ secret: 'a-secret-of-the-tests' }),
  production: true,
}
const HEADERS = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
  accept: 'text/html',
}

const post = ({ request }: Client, body: string, headers: Record<string, string> = {}, path = '/') =>
  request(path, { method: 'POST', headers: { ...HEADERS, ...headers }, body })

/** Returns the messages of the page by the names of their fields. */
async function readErrors(response: Response): Promise<Record<string, string>> {
  const html = await response.text()
  const found = html.matchAll(/<p data-name="([^"]+)">([^<]*)<\/p>/g)
  return Object.fromEntries([...found].flatMap(([, name = '', text = '']) => (text === '' ? [] : [[name, text]])))
}

describeTransports('messages at fields', (start) => {
  test('each rule has a message in plain English', async () => {
    const client = await start(OPTIONS)
    const fields =
      'name=A&nick=Long&code=A1&mail=ann&site=example&day=soon&at=soon&age=17&size=5&score=much&step=7&plan=huge&terms=no&city.zip=12&lines[0].qty=0&pin=&bare='
    const response = await post(client, `fw:tool=api.desk.join&${fields}`)
    expect(response.status).toBe(422)
    expect(await readErrors(response)).toEqual({
      name: 'Enter at least 2 characters',
      nick: 'Enter at most 3 characters',
      code: 'Match the requested format',
      mail: 'Enter an email address, such as name@example.com',
      site: 'Enter a URL, such as https://example.com',
      day: 'Enter a date, such as 2026-01-31',
      at: 'Enter a valid date and time',
      age: 'Enter 18 or more',
      size: 'Enter 4 or less',
      score: 'Enter a number',
      step: 'Enter a multiple of 5',
      plan: 'Choose one of the options',
      terms: 'Choose one of the options',
      tags: 'Choose at least one',
      photo: 'Choose a file',
      'city.zip': 'Enter at least 5 characters',
      'lines[0].qty': 'Enter 1 or more',
      pin: 'Fill in this field',
      bare: 'Fill in this field',
    })
    const whole = await readErrors(await post(client, 'fw:tool=api.desk.join&age=17.5&lines[0].qty=x'))
    expect(whole).toMatchObject({
      age: 'Enter a whole number',
      'lines[0].qty': 'Enter a whole number',
      name: 'Fill in this field',
      plan: 'Choose an option',
      terms: 'Choose an option',
    })
  })

  test('a field has the words of the app, for all rules or for one', async () => {
    const client = await start(OPTIONS)
    const empty = await readErrors(await post(client, 'fw:tool=api.desk.own&name=&nick=&mail=&age='))
    expect(empty).toEqual({
      name: 'Tell us your name',
      nick: 'Choose a nick',
      mail: 'We need your address',
      age: 'Fill in this field',
    })
    const long = await readErrors(await post(client, 'fw:tool=api.desk.own&name=A&nick=Longest&mail=a@b.example&age=2'))
    expect(long).toEqual({ name: 'Tell us your name', nick: 'At most four letters', age: 'Enter 18 or more' })
    // An error of the app's own code is unchanged.
    const taken = await post(client, 'fw:tool=api.desk.own&name=Ann&nick=ann&mail=a@b.example&age=20')
    expect(await readErrors(taken)).toEqual({ name: 'is taken' })
  })

  test('a script of the page gets the words for people; agents and callers of the api get the issues of the validator', async () => {
    const client = await start(OPTIONS)
    const body = 'fw:tool=api.desk.own&name=A&nick=ann&mail=a@b.example&age=20'
    const json = { accept: 'application/json' }
    const issues = async (response: Response) => ((await response.json()) as { code: string; issues: unknown }).issues
    const machine = [{ path: 'name', message: 'must have at least 2 characters' }]
    expect(await issues(await post(client, body, json))).toEqual([{ path: 'name', message: 'Tell us your name' }])
    expect(await issues(await post(client, body, { ...json, ...AGENT }))).toEqual(machine)
    const input = { name: 'A', nick: 'ann', mail: 'a@b.example', age: 20 }
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
    expect(await issues(await client.request('/_fw/api/desk.own', init))).toEqual(machine)
    // Models read no messages for people.
    const manifest = await (await client.request('/_fw/manifest?path=/')).text()
    expect(manifest).toContain('"minLength":2')
    expect(manifest).not.toContain('Tell us')
  })

  test('messages are in the language of the page', async () => {
    const i18n = defineI18n({
      locales: ['en', 'de'],
      defaultLocale: 'en',
      messages: {
        en: { mail: 'An address such as ann@b.example' },
        de: {
          mail: 'Eine Adresse wie ann@b.example',
          fw: { required: 'Bitte ausfüllen', minimum: 'Mindestens {minimum, number}' },
        },
      },
    })
    const client = await start({ ...OPTIONS, i18n })
    const body = 'fw:tool=api.desk.own&name=A&nick=ann&mail=ann&age=2'
    const english = await readErrors(await post(client, body, {}, '/en'))
    expect(english).toMatchObject({ mail: 'An address such as ann@b.example', age: 'Enter 18 or more' })
    const german = await readErrors(await post(client, body, {}, '/de'))
    expect(german).toMatchObject({ mail: 'Eine Adresse wie ann@b.example', age: 'Mindestens 18' })
    const empty = await readErrors(await post(client, 'fw:tool=api.desk.own&age=', {}, '/de'))
    expect(empty).toMatchObject({ age: 'Bitte ausfüllen' })
  })
})

test('a message for a rule that the field lacks is an error where it is written', () => {
  const define = () =>
    schema({ name: str({ min: 2 }).message('maxLength', 'Too long').optional() })['~standard'].jsonSchema?.input({
      target: 'draft-2020-12',
    })
  expect(define).toThrow(".message('maxLength', …) is at a field that doesn't have this rule.")
  const optional = () =>
    schema({ name: str().optional().message('required', 'Needed') })['~standard'].jsonSchema?.input({
      target: 'draft-2020-12',
    })
  expect(optional).toThrow("doesn't have this rule")
})
