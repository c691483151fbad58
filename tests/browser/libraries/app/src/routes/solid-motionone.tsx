import { Panel } from '../components/solid-motionone.tsx'

export default () => <Panel />
