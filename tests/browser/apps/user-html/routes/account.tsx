import { Account } from '../account.tsx'

export const meta = { title: 'Comments' }

export default () => <Account />
