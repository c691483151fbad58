import { Panel } from '../components/motion-react.react.tsx'

export default () => <Panel />
