import { Steps } from '../components/dnd-kit.react.tsx'

export default () => <Steps />
