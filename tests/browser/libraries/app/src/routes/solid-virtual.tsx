import { Rows } from '../components/solid-virtual.tsx'

export default () => <Rows />
