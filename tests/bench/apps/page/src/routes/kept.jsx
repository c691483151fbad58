import Page, { meta } from './index.jsx'

export { meta }

export const cache = { scope: 'public', sharedMaxAge: 86400 }

export default function Kept() {
  return <Page />
}
