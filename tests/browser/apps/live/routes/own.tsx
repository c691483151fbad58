import { Own } from '../own.tsx'

export default () => <Own />
