import { Rows } from '../components/react-virtual.react.tsx'

export default () => <Rows />
