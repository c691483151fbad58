import { notFound, type PageProps, useForm } from '@fw/runtime'
import { euros } from '../../money.ts'
import { find, setPrice } from '../../server/catalogue.api.ts'

export const meta = async ({ params }: { params: { slug: string } }) => {
  const bean = await find({ slug: params.slug })
  return bean === null ? { title: 'No such coffee' } : { title: bean.name, description: bean.taste }
}

/** Dropped by the price of this one coffee. */
export const cache = { scope: 'public', sharedMaxAge: 300, swr: 3600, tags: ['bean-[slug]'] }

export default async function Coffee({ params }: PageProps<'/beans/[slug]'>) {
  const bean = await find({ slug: params.slug })
  if (bean === null) notFound()
  const form = useForm(setPrice)
  return (
    <>
      <h1>{bean.name}</h1>
      <p class="lead">{bean.taste}</p>
      <p class="price">{euros(bean.price)} for 250 g</p>
      <form action={form}>
        <p role="alert">{form.error()}</p>
        <input type="hidden" name="slug" value={bean.slug} />
        <label for={form.field('price').id}>New price in cents</label>
        <input {...form.field('price')} inputmode="numeric" value={form.value('price', String(bean.price))} />
        <p id={form.errorId('price')}>{form.errorAt('price')}</p>
        <button type="submit">Change the price</button>
      </form>
    </>
  )
}
