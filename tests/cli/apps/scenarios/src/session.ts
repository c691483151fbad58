import { createSessionStore } from '@fw/runtime/server'

export default createSessionStore<{ user: string }>({
  secret: 'a secret of enough characters for anybody',
  name: 'desk',
})
