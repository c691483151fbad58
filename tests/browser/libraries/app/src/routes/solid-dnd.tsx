import { Steps } from '../components/solid-dnd.tsx'

export default () => <Steps />
