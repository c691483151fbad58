import { SignUp } from '../components/modular-forms.tsx'

export default () => <SignUp />
