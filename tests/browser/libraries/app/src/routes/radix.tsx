import { RadixParts } from '../components/radix.react.tsx'

export default () => <RadixParts />
