import { Drawer } from '../components/motion-solid.tsx'

export default () => <Drawer />
