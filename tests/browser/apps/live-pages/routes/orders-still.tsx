import { OrderForms } from '../order-forms.tsx'

export const live = true

export default async () => <main>{await OrderForms()}</main>
