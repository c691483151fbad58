import { KobalteParts } from '../components/kobalte.tsx'

export default () => <KobalteParts />
