export default () =>
  new Response('<p>saved</p>', {
    headers: { 'content-type': 'text/html', 'content-disposition': 'attachment; filename=a.html' },
  })
