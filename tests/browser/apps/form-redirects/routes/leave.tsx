import { type PageProps, redirect } from '@fw/runtime'
import { state } from '../pay.api.ts'

export default ({ search }: PageProps) =>
  redirect(`${state.other}/checkout?order=${search.get('order')}`, {
    external: true,
    status: search.get('order') === 'kept' ? 307 : 302,
  })
