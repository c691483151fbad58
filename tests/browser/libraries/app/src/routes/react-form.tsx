import { Order } from '../components/react-form.react.tsx'

export default () => <Order />
