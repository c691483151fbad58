import { reserve } from '../../server/stock.api.ts'

export const meta = { title: 'Shelf' }

export default async function Shelf(props: { params: { id: string } }) {
  const count = await reserve({ sku: props.params.id, count: 2 })
  return <p>{count} put aside</p>
}
