import { redirect } from '@fw/runtime'

export default () => redirect('/b?moved')
