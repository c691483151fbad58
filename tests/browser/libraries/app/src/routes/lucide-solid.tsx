import { Theme } from '../components/lucide-solid.tsx'

export default () => <Theme />
