import { Theme } from '../components/lucide-react.react.tsx'

export default () => <Theme />
