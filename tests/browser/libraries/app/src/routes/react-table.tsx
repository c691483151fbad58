import { Teas } from '../components/react-table.react.tsx'

export default () => <Teas />
