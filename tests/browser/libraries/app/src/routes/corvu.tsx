import { CorvuParts } from '../components/corvu.tsx'

export default () => <CorvuParts />
