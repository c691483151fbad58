import { Steps } from '../components/dnd-kit-solid.tsx'

export default () => <Steps />
