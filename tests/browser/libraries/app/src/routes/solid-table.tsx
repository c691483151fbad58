import { Teas } from '../components/solid-table.tsx'

export default () => <Teas />
