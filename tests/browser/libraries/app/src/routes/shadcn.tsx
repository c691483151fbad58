import { ShadcnParts } from '../components/shadcn.react.tsx'

export default () => <ShadcnParts />
