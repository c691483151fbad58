/** `@message`: an app says the errors of its fields in its own words. */
import { expect, onTestFinished, test } from 'vitest'
import { writeApp } from '../support/written-app.ts'

const I18N = `
import { defineI18n } from '@fw/runtime'
export default defineI18n({
  locales: ['en', 'de'],
  defaultLocale: 'en',
  messages: {
    en: { join: { mail: 'We write to this address', age: 'From {minimum, number} years on', born: 'Born in {year}' } },
    de: { join: { mail: 'Dorthin schreiben wir', age: 'Ab {minimum, number} Jahren', born: 'Geboren {year}' } },
  },
})
`

const writeApi = (members: string) => `
import { api, type Call, type Email, type Int } from '@fw/runtime'
/** @minLength 2 @message Choose a nickname */
type Nick = string
interface Person {
${members}
}
/** Joins. */
export const join = api({ run: async ({ input }: Call<Person>) => ({ name: input.name }) })
`

const MEMBERS = `
  /** @minLength 2 @maxLength 5 @message Tell us your name @message maxLength Five letters are enough */
  name: string
  nick: Nick
  /** @message t('join.mail') */
  mail: Email
  /**
   * Age in years.
   * @minimum 18
   * @message minimum t('join.age')
   */
  age: Int
`

const PAGE = `
import { useForm } from '@fw/runtime'
import { join } from '../server/desk.api.ts'
export default function Page() {
  const form = useForm(join)
  return (
    <form action={form}>
      <input name="name" /><b>{form.errorAt('name')}</b>
      <input name="nick" /><b>{form.errorAt('nick')}</b>
      <input name="mail" /><b>{form.errorAt('mail')}</b>
      <input name="age" /><b>{form.errorAt('age')}</b>
    </form>
  )
}
`

test('a page shows the messages of doc comments, in its language; agents read the rules', async () => {
  const app = writeApp({
    'src/i18n.ts': I18N,
    'src/server/desk.api.ts': writeApi(MEMBERS),
    'src/routes/index.tsx': PAGE,
  })
  onTestFinished(app.remove)
  const running = await app.start()
  onTestFinished(() => running.stop('SIGTERM').then(() => undefined))
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ 'fw:tool': 'api.desk.join', ...fields })
    const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }
    const html = await (await fetch(new URL(path, running.url), { method: 'POST', headers, body })).text()
    return [...html.matchAll(/<b>([^<]*)<\/b>/g)].map(([, text]) => text)
  }
  expect(await post('/en', { name: '', nick: 'a', mail: 'ann', age: '17' })).toEqual([
    'Tell us your name',
    'Choose a nickname',
    'We write to this address',
    'From 18 years on',
  ])
  expect(await post('/de', { name: 'Longest', nick: 'ann', mail: 'ann', age: '17' })).toEqual([
    'Five letters are enough',
    '',
    'Dorthin schreiben wir',
    'Ab 18 Jahren',
  ])
  const manifest = await (await fetch(new URL('/_fw/manifest?path=/en', running.url))).text()
  expect(manifest).toContain('"minLength":2')
  expect(manifest).not.toMatch(/Tell us|join\.mail|x-fw-messages/)
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"A"}' }
  const called = (await (await fetch(new URL('/_fw/api/desk.join', running.url), init)).json()) as { issues: unknown }
  expect(called.issues).toContainEqual({ path: 'name', message: 'must be a string of 2 to 5 characters' })
})

test.each([
  [
    '/** @message maxLength Too long */ name: string',
    'is for the rule "maxLength", which this field doesn\'t have. Its rules are required, type',
  ],
  ['/** @message required Tell us */ name?: string', 'is for the rule "required", which this field doesn\'t have'],
  ['/** @minLength 2 @message minlength Tell us */ name: string', 'Did you mean "minLength"?'],
  ['/** @message One @message Two */ name: string', '@message appears twice in one comment'],
  ['/** @message */ name: string', '@message has no text'],
  ["/** @message t('join.male') */ name: string", 'Unknown message key "join.male". Did you mean "join.mail"?'],
  ["/** @message t('join.born') */ name: string", 'The message "join.born" needs year.'],
])('fw check: %s', async (member, message) => {
  const app = writeApp({ 'src/i18n.ts': I18N, 'src/server/desk.api.ts': writeApi(`  ${member}`) })
  onTestFinished(app.remove)
  const { code, stdout, stderr } = await app.fw('check')
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(message)])
})

test('without src/i18n.ts no message has a key', async () => {
  const app = writeApp({ 'src/server/desk.api.ts': writeApi("  /** @message t('join.mail') */ name: string") })
  onTestFinished(app.remove)
  const { code, stdout, stderr } = await app.fw('check')
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('Unknown message key "join.mail".')])
})
