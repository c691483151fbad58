import { ArkParts } from '../components/ark.tsx'

export default () => <ArkParts />
