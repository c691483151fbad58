import { Pots } from '../components/solid-query.tsx'

export default () => <Pots />
