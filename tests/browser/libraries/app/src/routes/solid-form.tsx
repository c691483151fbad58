import { Order } from '../components/solid-form.tsx'

export default () => <Order />
