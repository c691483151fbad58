export default () => new Response('just text', { headers: { 'content-type': 'text/plain' } })
