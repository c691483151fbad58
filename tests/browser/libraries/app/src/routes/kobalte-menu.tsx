import { ColorMenu } from '../components/color-menu.tsx'

export default () => <ColorMenu />
