import { Bake, Toasts } from '../components/sonner.tsx'

export default () => (
  <>
    <Bake />
    <Toasts />
  </>
)
