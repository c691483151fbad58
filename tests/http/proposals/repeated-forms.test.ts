/** A form that is sent more than once. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AuditEntry, Ctx } from '../../../runtime/src/contract/api.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { GOOD, openFormDesk, postForm as post, SAME } from '../form-desk.ts'
import { describeTransports } from '../transports.ts'

const { desk, session, options: OPTIONS, close } = await openFormDesk()
afterAll(close)
beforeEach(() => {
  desk.log.length = 0
})

describeTransports('forms that are sent again', (start) => {
  const open = () => start(OPTIONS)
  const signedIn = (user: string) => ({ ...SAME, cookie: session.issue({ user }).split(';')[0] ?? '' })

  test('the same form sent twice runs once, also concurrently, and both responses redirect to the same target', async () => {
    const client = await open()
    const key = 'fw:key=abcdefghijklmnopqrstuvwx'
    const ann = signedIn('ann')
    let go = () => {}
    desk.gate.open = new Promise((resolve) => {
      go = resolve
    })
    const both = [post(client, `${GOOD}&${key}`, ann), post(client, `${GOOD}&${key}`, ann)]
    setTimeout(go)
    const answers = [...(await Promise.all(both)), await post(client, `${GOOD}&${key}`, ann)]
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      Array(3).fill([303, '/orders/A1']),
    )
    expect(desk.log).toHaveLength(1)
    // Another form is another order.
    await post(client, `${GOOD}&fw:key=zbcdefghijklmnopqrstuvwx`)
    expect(desk.log).toHaveLength(2)
    // A refused form may be sent again.
    const again = 'fw:key=ybcdefghijklmnopqrstuvwx'
    expect((await post(client, `fw:tool=api.desk.order&name=A&${again}`)).status).toBe(422)
    expect((await post(client, `${GOOD}&${again}`)).status).toBe(303)
    // A browser that sends a form again has not stored the cookie of the first response.
    const enter = `fw:tool=api.desk.enter&user=ann&fw:key=xbcdefghijklmnopqrstuvwx`
    const cookies = await Promise.all([post(client, enter, ann), post(client, enter, ann)])
    expect(cookies.map(({ headers }) => headers.getSetCookie().length)).toEqual([1, 1])
  })

  test('the stored result of a form is for its session alone', async () => {
    const client = await open()
    const form = `fw:tool=api.desk.enter&user=ann&fw:key=tbcdefghijklmnopqrstuvwx`
    const json = { accept: 'application/json' }
    const send = async (headers: Record<string, string>, fields = form) => {
      const answer = await post(client, fields, { ...SAME, ...headers, ...json })
      const { result, location } = (await answer.json()) as { result: unknown; location: string }
      return [result, location, answer.headers.getSetCookie().length]
    }
    const ann = signedIn('ann')
    const whole = [{}, '/', 1]
    expect([await send(ann), await send(ann)]).toEqual([whole, whole])
    // Two callers without a session can't be distinguished: the form runs once, and its result is returned once.
    const guest = form.replace('fw:key=t', 'fw:key=u')
    expect([await send({}, guest), await send({}, guest)]).toEqual([whole, [null, '/', 0]])
    // The key, the address and the client are the same: another person's form is another form.
    const same = `${GOOD}&fw:key=pbcdefghijklmnopqrstuvwx`
    const done = [{ id: 'A1' }, '/orders/A1', 0]
    expect([await send(ann, same), await send(signedIn('bob'), same)]).toEqual([done, done])
    expect(desk.log.splice(0)).toHaveLength(2)
    const order = `${GOOD}&fw:key=sbcdefghijklmnopqrstuvwx`
    const locations = [await post(client, order), await post(client, order)].map(({ headers }) =>
      headers.get('location'),
    )
    expect(locations).toEqual(['/orders/A1', '/'])
    expect(desk.log.map(([name]) => name)).toEqual(['order'])
  })

  test('a form that has signed its caller in, over or out does not run for the new caller, who receives no result', async () => {
    const client = await open()
    const send = async (headers: Record<string, string>, key: string, fields = 'user=ann') => {
      const body = `fw:tool=api.desk.enter&${fields}&fw:key=${key}`
      const answer = await post(client, body, { ...headers, ...SAME, accept: 'application/json' })
      const { result, location } = (await answer.json()) as { result?: unknown; location?: string }
      return [answer.status, result, location, answer.headers.getSetCookie().length]
    }
    const whole = [200, {}, '/', 1]
    const without = [200, null, '/', 0]
    const first = 'obcdefghijklmnopqrstuvwx'
    expect(await send({}, first)).toEqual(whole)
    expect([await send(signedIn('ann'), first), await send({}, first)]).toEqual([without, without])
    expect(await send(signedIn('ann'), first, 'user=eve')).toEqual([409, undefined, undefined, 0])
    const second = 'nbcdefghijklmnopqrstuvwx'
    const bob = signedIn('bob')
    expect(await send(bob, second)).toEqual(whole)
    expect([await send(signedIn('ann'), second), await send({}, second)]).toEqual([without, without])
    // The caller of the run receives its result again.
    expect(await send(bob, second)).toEqual(whole)
  })

  test('cookies of the first response are set again only if the browser still has those of before', async () => {
    const add = api({
      description: 'Adds to the cart, which is a cookie.',
      input: schema({ name: str() }),
      run: ({ input, ctx }) => {
        ran.push(input.name)
        const { cart } = ctx as { cart?: string }
        ctx.headers.append('set-cookie', `cart=${cart === undefined ? '' : `${cart}.`}${input.name}; Path=/`)
      },
    })
    const ran: string[] = []
    const client = await start({
      apis: { desk: { add } },
      routes: { '/': () => 'a page' },
      ctxFor: (request) => ({
        userId: 'ann',
        cart: /cart=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1],
      }),
      log: () => undefined,
    })
    const send = async (name: string, key: string, cookie: string) => {
      const body = `fw:tool=api.desk.add&name=${name}&fw:key=${key}bcdefghijklmnopqrstuvwx`
      const { status, headers } = await post(client, body, { ...SAME, cookie })
      return [status, headers.get('location'), ...headers.getSetCookie()]
    }
    const tea = [303, '/', 'cart=tea; Path=/']
    expect(await send('tea', 'a', 'seen=1')).toEqual(tea)
    // The browser has discarded the first response. Another cookie has changed.
    expect(await send('tea', 'a', 'seen=2')).toEqual(tea)
    expect(await send('milk', 'b', 'cart=tea')).toEqual([303, '/', 'cart=tea.milk; Path=/'])
    expect(await send('tea', 'a', 'cart=tea.milk; seen=2')).toEqual([303, '/'])
    expect(ran).toEqual(['tea', 'milk'])
  })

  test('a cookie that another response has changed does not keep back the others', async () => {
    const enter = api({
      description: 'Signs in with a theme.',
      input: schema({}),
      run: ({ ctx }) => {
        ctx.headers.append('set-cookie', 'sid=ann; Path=/')
        ctx.headers.append('set-cookie', 'theme=dark; Path=/')
      },
    })
    const client = await start({
      apis: { desk: { enter } },
      routes: { '/': () => 'a page' },
      ctxFor: () => ({ userId: 'ann' }),
      log: () => undefined,
    })
    const send = async (cookie: string) => {
      const body = 'fw:tool=api.desk.enter&fw:key=cbcdefghijklmnopqrstuvwx'
      return (await post(client, body, { ...SAME, cookie })).headers.getSetCookie()
    }
    const both = ['sid=ann; Path=/', 'theme=dark; Path=/']
    expect([await send('theme=light'), await send('theme=light')]).toEqual([both, both])
    expect(await send('theme=blue')).toEqual(['sid=ann; Path=/'])
    expect(await send('sid=bob; theme=light')).toEqual(['theme=dark; Path=/'])
    expect(await send('sid=bob; theme=blue')).toEqual([])
  })

  test('a form that a guest has sent runs for a user who signs in elsewhere and sends it again', async () => {
    const client = await open()
    const form = `${GOOD}&fw:key=mbcdefghijklmnopqrstuvwx`
    for (const headers of [SAME, signedIn('ann')])
      expect((await post(client, form, headers)).headers.get('location')).toBe('/orders/A1')
    expect(desk.log).toHaveLength(2)
  })

  test('of two callers without a session that send a form at the same time, one receives its result', async () => {
    const client = await open()
    let go = () => {}
    desk.gate.open = new Promise((resolve) => {
      go = resolve
    })
    const order = `${GOOD}&fw:key=rbcdefghijklmnopqrstuvwx`
    const both = [post(client, order), post(client, order)]
    setTimeout(go, 20)
    const locations = (await Promise.all(both)).map(({ headers }) => headers.get('location'))
    expect(locations.sort()).toEqual(['/', '/orders/A1'])
    expect(desk.log).toHaveLength(1)
  })

  test('a repeated form with changed values renders the page again, and runs when it is sent once more', async () => {
    const client = await open()
    const key = 'fw:key=wbcdefghijklmnopqrstuvwx'
    expect((await post(client, `${GOOD}&${key}`)).status).toBe(303)
    const changed = `${GOOD.replace('name=Ann', 'name=Eve')}&note=changed`
    const refused = await post(client, `${changed}&${key}`)
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toContain('This form was sent before, with other values.')
    expect(html).toContain('value="Eve"')
    const told = await post(client, `${changed}&${key}`, { ...SAME, accept: 'application/json' })
    expect([told.status, await told.json()]).toMatchObject([409, { ok: false, code: 'already_sent' }])
    expect(desk.log).toHaveLength(1)
    const [, next = ''] = /name="fw:key" value="([\w-]+)"/.exec(html) ?? []
    expect(next).not.toBe('')
    expect((await post(client, `${changed}&fw:key=${next}`)).status).toBe(303)
    expect(desk.log).toHaveLength(2)
    // Also while the first one runs: the response follows once that has ended.
    let go = () => {}
    desk.gate.open = new Promise((resolve) => {
      go = resolve
    })
    const other = 'fw:key=vbcdefghijklmnopqrstuvwx'
    const both = [post(client, `${GOOD}&${other}`), post(client, `${changed}&${other}`)]
    setTimeout(go)
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([303, 409])
    expect(desk.log).toHaveLength(3)
  })
})

describeTransports('the stored results of forms', (start) => {
  test('that are long, of ever new sessions, do not displace the result of another one', async () => {
    let runs = 0
    const run = () => {
      runs++
      return 'done'
    }
    const save = api({ description: 'Saves.', run })
    const fill = api({ description: 'Fills the store.', run: () => 'x'.repeat(1_000_000) })
    const client = await start({ ...OPTIONS, apis: { desk: { save, fill } } })
    const send = async (user: string, tool: string, key: string) => {
      const cookie = session.issue({ user }).split(';')[0] ?? ''
      const headers = { ...SAME, cookie, accept: 'application/json' }
      const { result } = (await (await post(client, `fw:tool=api.desk.${tool}&fw:key=${key}`, headers)).json()) as {
        result: unknown
      }
      return result
    }
    expect(await send('ann', 'save', 'abcdefghijklmnopqrstuvwx')).toBe('done')
    for (let guest = 100; guest < 180; guest++) await send(`guest ${guest}`, 'fill', `abcdefghijklmnopqrstu${guest}`)
    expect([await send('ann', 'save', 'abcdefghijklmnopqrstuvwx'), runs]).toEqual(['done', 1])
  })
})

describeTransports('the checks of a form that is sent again', (start) => {
  const ran: string[] = []
  const audit: AuditEntry[] = []
  beforeEach(() => {
    ran.length = 0
    audit.length = 0
  })
  const define = (name: string, options: object) =>
    api({
      description: 'Saves.',
      leadsTo: () => `/done/${name}`,
      ...options,
      run: () => {
        ran.push(name)
        return { name }
      },
    })
  const open = () =>
    start({
      apis: {
        desk: {
          scoped: define('scoped', { scopes: ['desk'] }),
          forbidden: define('forbidden', { guard: 'forbidden' }),
          confirm: define('confirm', { guard: 'confirm' }),
          decided: define('decided', { guard: ({ ctx }: { ctx: Ctx }) => (ctx as { guard?: string }).guard ?? 'auto' }),
        },
      },
      routes: { '/': () => 'a page' },
      // This test isn't about the verification of sessions.
      ctxFor: (request) => ({
        userId: 'ann',
        scopes: (request.headers.get('x-scopes') ?? 'desk').split(','),
        guard: request.headers.get('x-guard') ?? undefined,
      }),
      approvals: 'signed-in',
      onAudit: (entry) => void audit.push(entry),
      log: () => undefined,
    })
  const agent = { 'x-fw-origin': 'agent' }
  const key = 'fw:key=qbcdefghijklmnopqrstuvwx'
  const send = async (client: Awaited<ReturnType<typeof open>>, name: string, headers = {}) => {
    const { status, headers: sent } = await post(client, `fw:tool=api.desk.${name}&${key}`, { ...SAME, ...headers })
    return [status, sent.get('location')?.replace(/\?.*/, '')]
  }

  test('hold for its sender now: scopes, the guard and its function', async () => {
    const client = await open()
    expect(await send(client, 'scoped')).toEqual([303, '/done/scoped'])
    expect(await send(client, 'scoped', { 'x-scopes': 'other' })).toEqual([403, undefined])
    expect(await send(client, 'scoped')).toEqual([303, '/done/scoped'])
    expect(await send(client, 'forbidden')).toEqual([303, '/done/forbidden'])
    expect(await send(client, 'forbidden', agent)).toEqual([403, undefined])
    expect(await send(client, 'decided', agent)).toEqual([303, '/done/decided'])
    expect(await send(client, 'decided', { ...agent, 'x-guard': 'forbidden' })).toEqual([403, undefined])
    expect(ran).toEqual(['scoped', 'forbidden', 'decided'])
  })

  test("create a proposal for an agent that repeats a user's form, and a call for a user who repeats a proposal", async () => {
    const client = await open()
    expect(await send(client, 'confirm')).toEqual([303, '/done/confirm'])
    expect(await send(client, 'confirm', agent)).toEqual([303, '/_fw/proposals'])
    expect(ran).toEqual(['confirm'])
    const other = await open()
    const sendTwice = async () => {
      const responses = [1, 2].map(() => post(other, `fw:tool=api.desk.confirm&${key}`, { ...SAME, ...agent }))
      return (await Promise.all(responses)).map(({ headers }) => headers.get('location'))
    }
    const [first, second] = await sendTwice()
    expect(first).toContain('/_fw/proposals?id=')
    expect(second).toBe(first)
    expect(ran).toEqual(['confirm'])
    expect([await send(other, 'confirm'), await send(other, 'confirm')]).toEqual(Array(2).fill([303, '/done/confirm']))
    expect(ran).toEqual(['confirm', 'confirm'])
  })

  test('are audited, as those of every call', async () => {
    const client = await open()
    await send(client, 'scoped')
    await send(client, 'scoped', { ...agent, 'x-scopes': 'other' })
    await send(client, 'scoped', agent)
    expect(audit.map(({ tool, origin, ok, code }) => [tool, origin, ok, code])).toEqual([
      ['api.desk.scoped', 'human', true, undefined],
      ['api.desk.scoped', 'agent', false, 'out_of_scope'],
      ['api.desk.scoped', 'agent', true, undefined],
    ])
    expect(ran).toEqual(['scoped'])
  })
})
