/** The apis and pages that `forms.test.ts` posts to. */
export const FORM_APP: Readonly<Record<string, string>> = {
  'server/desk.api.ts': `
    import { api, bool, date, FwError, int, list, num, obj, redirect, schema, str } from '@fw/runtime'
    export const log = []
    const ran = (name, answer) => ({ input }) => { log.push([name, input]); return answer?.(input) ?? { ok: true } }
    export const gate = { open: Promise.resolve() }
    export const order = api({
      description: 'Orders.',
      input: schema({
        name: str({ min: 2 }), count: int({ min: 1 }), note: str().optional(), gift: bool(), on: date().optional(),
        tags: list(str()).optional(), address: obj({ city: str({ min: 1 }) }).optional(),
        items: list(obj({ sku: str(), qty: int({ min: 1 }) })).optional(), password: str().optional(),
      }),
      run: async (call) => { await gate.open; return ran('order', () => ({ id: 'A1' }))(call) },
      leadsTo: ({ result }) => '/orders/' + result.id,
    })
    export const save = api({ description: 'Saves.', input: schema({ text: str() }), run: ran('save') })
    export const keep = api({
      description: 'Keeps a photo.',
      input: schema({ title: str(), photo: obj({ name: str(), type: str(), bytes: str({ min: 1 }) }) }),
      run: ran('keep'),
    })
    export const away = api({ description: 'Leads away.', run: () => { redirect('/elsewhere?x=1') } })
    export const lost = api({
      description: 'Leads nowhere.', input: schema({ to: str() }), run: ran('lost', () => ({ done: 1 })),
      leadsTo: ({ input }) => { if (input.to === '') throw new Error('no way'); return input.to },
    })
    export const staff = api({ description: 'For staff.', scopes: ['staff'], input: schema({}), run: ran('staff') })
    export const pay = api({ description: 'Pays.', guard: 'confirm', input: schema({ cents: int() }), run: ran('pay') })
    export const never = api({ description: 'Not for agents.', guard: 'forbidden', input: schema({}), run: ran('never') })
    export const enter = api({
      description: 'Signs in.', input: schema({ user: str() }),
      run: ({ input, ctx }) => {
        if (input.user === 'nobody') throw new FwError('unauthenticated', { message: 'Who are you?' })
        if (input.user === 'gone') throw new FwError('account_closed', { status: 410, message: 'This account is closed.' })
        if (input.user === 'boom') throw new Error('secret detail')
        ctx.headers.append('set-cookie', ctx.issue(input.user))
        return {}
      },
    })
  `,
  'routes/index.tsx': `
    import { useForm } from '@fw/runtime'
    import { order, pay, save } from '../server/desk.api.ts'
    import { Plain } from '../components/plain.tsx'
    export default function Page() {
      const form = useForm(order)
      const second = useForm(save, { name: 'second' })
      return <main>
        <form action={form} class="order">
          <p class="summary">{form.error()}</p>
          <input {...form.field('name')} required />
          <p id={form.errorId('name')}>{form.errorAt('name')}</p>
          <input name="count" type="number" value={form.value('count', '1')} />
          <i>{form.errorAt('count')}</i>
          <input type="checkbox" name="gift" checked={form.isChosen('gift')} />
          <input name="address.city" value={form.value('address.city')} />
          <b>{form.errorAt('items[0].qty')}</b>
          <input type="password" name="password" value={form.value('password')} />
        </form>
        <form action={second}><s>{second.error()}</s></form>
        <form action={save} method="get"><u>one</u></form>
        <Plain action={save} /><Plain action="/search" />
      </main>
    }
  `,
  'routes/late.tsx': `
    import { useForm } from '@fw/runtime'
    import { order } from '../server/desk.api.ts'
    export default async function Page() {
      await Promise.resolve()
      const form = useForm(order)
      const error = form.error()
      return <form action={form}><p>{error ?? 'fine'}</p></form>
    }
  `,
  'routes/shared.tsx': `
    import { save } from '../server/desk.api.ts'
    export const cache = { scope: 'public', maxAge: 60 }
    export default function Page() { return <form action={save}><input name="text" /></form> }
  `,
  'routes/public.tsx': `
    import { save } from '../server/desk.api.ts'
    export default function Page({ ctx }) {
      ctx.headers.set('cache-control', 'public, max-age=60')
      return <form action={save}><input name="text" value='<input type="hidden" name="fw:key" value="kept">' /></form>
    }
  `,
  'routes/files.tsx': `
    import { useForm } from '@fw/runtime'
    import { Show } from 'solid-js'
    import { keep } from '../server/desk.api.ts'
    import { Plain } from '../components/plain.tsx'
    const Slot = (props) => <form action={keep} id="children">{props.children}</form>
    export default function Page(props) {
      const form = useForm(keep)
      return <main>
        <form action={keep} id="component"><p><Plain /></p></form>
        <form action={keep} id="spread"><input {...props.field} name="photo" /></form>
        <form action={keep} id="kind"><input type={props.kind} name="photo" /></form>
        <form action={keep} id="own"><own-photo name="photo" /></form>
        <Slot><i>none</i></Slot>
        <form action={form} id="plain"><Show when={true}><input {...form.field('title')} /></Show><input type={'text'} name="title" /></form>
        <form action={keep} id="written" enctype="application/x-www-form-urlencoded"><Plain /></form>
      </main>
    }
  `,
  'routes/upload.tsx': `
    import { useForm } from '@fw/runtime'
    import { keep } from '../server/desk.api.ts'
    export default function Page() {
      const form = useForm(keep)
      return <form action={form}>
        <p class="upload">{form.error()}</p>
        <input name="title" value={form.value('title', '')} />
        <i>{form.errorAt('photo')}</i>
        <input type="file" name="photo" />
      </form>
    }
  `,
  'components/plain.tsx': `
    export function Plain(props) { return <form action={props.action} method="get"><input name="text" type="file" /></form> }
  `,
}
