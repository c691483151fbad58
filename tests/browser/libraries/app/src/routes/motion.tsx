import { Slide } from '../components/motion.tsx'

export default () => <Slide />
