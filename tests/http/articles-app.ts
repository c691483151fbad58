/** Apis with addresses of their own, which `api-routes.test.ts` calls. */
import { api, bool, date, enums, FwError, int, list, num, obj, schema, str } from '../../runtime/src/index.ts'

/** Names and inputs of the calls that ran. */
export const ran: [name: string, input?: unknown][] = []
const note = (name: string) => (call: { input: unknown }) => {
  ran.push([name, call.input])
  return call.input
}
export const articles = {
  list: api({
    description: 'Lists articles.',
    readonly: true,
    http: 'GET /articles',
    input: schema({
      limit: int({ min: 1 }).optional(),
      rating: num().optional(),
      draft: bool().optional(),
      tags: list(str()).optional(),
      since: date().optional(),
      order: enums(['new', 'old']).optional(),
      author: obj({ name: str() }).optional(),
    }),
    run: note('list'),
  }),
  read: api({
    description: 'Reads an article.',
    readonly: true,
    http: 'GET /articles/[slug]',
    input: schema({ slug: str({ min: 2 }), lang: str().optional() }),
    run: ({ input }) => {
      if (input.slug === 'gone') throw new FwError('withdrawn', { status: 410, message: 'It was withdrawn.' })
      return { slug: input.slug, lang: input.lang ?? 'en' }
    },
  }),
  create: api({
    description: 'Creates an article.',
    http: 'POST /articles',
    status: 201,
    input: schema({ title: str() }),
    run: ({ input, ctx }) => {
      ran.push(['create', input])
      ctx.headers.set('location', `/articles/${input.title}`)
      return { slug: input.title }
    },
  }),
  replace: api({
    description: 'Replaces an article.',
    http: 'PUT /articles/[id=integer]',
    input: schema({ id: int(), title: str(), at: date().optional() }),
    run: note('replace'),
  }),
  rename: api({
    description: 'Renames an article.',
    http: 'PATCH /articles/[slug]',
    input: schema({ slug: str(), title: str().optional() }),
    run: note('rename'),
  }),
  remove: api({
    description: 'Removes an article.',
    guard: 'confirm',
    http: 'DELETE /articles/[slug]',
    input: schema({ slug: str(), force: bool().optional() }),
    run: (call) => void note('remove')(call),
  }),
  file: api({
    description: 'Reads a file.',
    readonly: true,
    http: 'GET /files/[...path]',
    input: schema({ path: list(str()) }),
    run: note('file'),
  }),
  text: api({
    description: 'Reads a path.',
    readonly: true,
    http: 'GET /texts/[[...path]]',
    input: schema({ path: str().optional() }),
    run: note('text'),
  }),
  saveText: api({
    description: 'Saves a path.',
    http: 'PUT /texts/[[...path]]',
    input: schema({ path: str().optional(), text: str().optional() }),
    run: note('saveText'),
  }),
  staff: api({ description: 'For staff.', http: 'POST /staff', scopes: ['staff'], run: () => 1 }),
  never: api({ description: 'Not for agents.', http: 'POST /never', guard: 'forbidden', run: () => null }),
  quiet: api({ description: 'Has no result.', http: 'POST /quiet', status: 202, run: () => undefined }),
  blank: api({ description: 'Drops its result.', http: 'POST /blank', status: 204, run: () => 'dropped' }),
  broken: api({
    description: 'Throws.',
    http: 'POST /broken',
    run: (): number => {
      throw new Error('secret detail')
    },
  }),
}
